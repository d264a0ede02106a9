"""
Verdict on a right name if the answer key lists no rivals: an open question.

A name in the reply, in any form that people accept, is right. If it is missing, the verdict is
wrong only if the reply gives another answer of the same kind: a date, a number, a proper name in
the position of the answer. Otherwise it is undetermined: a missing string proves nothing.
"""

import re
from collections.abc import Mapping, Sequence

from evalstore.judges.text.names.answer_position import stands_beside_answer
from evalstore.judges.text.names.dates import (
    date_parts_in,
    dates_of_name,
    judge_dates,
    judge_years_from_to,
    short_years_in,
)
from evalstore.judges.text.names.finding import FoundName, NameReply, places_of_name, read_reply
from evalstore.judges.text.names.key import NameKey, name_key
from evalstore.judges.text.names.names import names_of, right_names
from evalstore.judges.text.names.numbers import judge_numbers, number_of_name
from evalstore.judges.text.names.person_names import ASKS_FOR_PERSON, names_another_person
from evalstore.judges.text.names.phrases import LIGHT, MEANINGS
from evalstore.judges.text.names.rival_names import (
    answer_sentence,
    choices_in,
    complements_in,
    has_other_number,
    is_answer_only,
    is_list_only,
    may_be_person,
    rivals_in,
)
from evalstore.judges.text.names.spelling import is_adjective_of, is_akin
from evalstore.judges.text.names.tokens import PATTERNS, tokens_of
from evalstore.judges.text.values.value_verdict import denied_in
from evalstore.judges.text.wording import shown
from evalstore.plugins.verdict import Verdict

NEGATION = re.compile(r"\b(?:not|never|no|without|non|except)\b|n't\b", re.IGNORECASE)
DENIED_BEFORE = PATTERNS["denied_before"]
OR_BEFORE = re.compile(r"\b(?:either|[A-Z]\w+,? or)\s+(?:the\s+)?\Z")
OR_AFTER = re.compile(r"[\"')]*,?\s+or\s+(?:(?:the|possibly|perhaps|maybe)\s+)*[A-Z]\w+")
ASKS_FOR_CHOICE = re.compile(r"\bor\b", re.IGNORECASE)
QUESTIONED_AFTER = re.compile(r"\A[\"')]*\s*\?\s*(?:no|not|wrong)\b", re.IGNORECASE)
ATTRIBUTED_BEFORE = PATTERNS["attributed_before"]
CORRECTED_AFTER = re.compile(
    r"\A[^.]*[.,;]?\s*\b(?:but|however|actually|in fact)\b", re.IGNORECASE
)
ANOTHER_PART_AFTER = re.compile(r"[\"']?:?,?\s+(?:Part\s+\w+|II|III|IV|VI{0,3}|IX)\b")
NEGATION_WINDOW = 80
LISTED_MIN = 4
ANSWER_WORDS_MAX = 3
WORD_MIN = 3


def judge_open_name(
    text: str, key: Mapping[str, object], question: str, *, is_answer_alone: bool
) -> tuple[Verdict, int]:
    """
    Return the verdict on the name that a text gives, and the position of the name.

    The key contains the name as ``value`` and its ``aliases``, or every wording ``as_written``.
    """
    names = names_of(key, "as_written") or right_names(key)
    looked = name_key(tuple(names))
    reply = read_reply(text, question)
    places = places_of_name(reply, looked)
    sought = " or ".join(names[:4])
    if places is not None:
        verdict = _judge_found(reply, places, looked, sought)
        if verdict is not None:
            return verdict, places[0].start
    value = _judge_value(reply, names)
    if value is not None and value[0] is not None:
        outcome = "right" if value[0] else "wrong"
        tags = () if value[0] else ("factual_error",)
        return Verdict(outcome, f"{shown(text)} against {sought}: {value[1]}", tags=tags), 0
    if value is not None:
        return Verdict("undetermined", f"{shown(text)} against {sought}: {value[1]}"), 0
    return _judge_other(reply, looked, sought, is_answer_alone=is_answer_alone), 0


def _judge_found(
    reply: NameReply, places: Sequence[FoundName], looked: NameKey, sought: str
) -> Verdict | None:
    """Return right for a reply with the name, unless it denies the name or offers others."""
    standing = [each for each in places if not _is_denied(reply, each)]
    if not standing:
        reason = f"denies {sought}"
        return Verdict("wrong", reason, tags=("no_answer",)) if _names_other(reply) else None
    first = standing[0]
    named = shown(reply.text[first.start : first.end])
    if all(_is_alternative(reply, each) for each in standing):
        return Verdict("undetermined", f"offers {named} as one of several; sought is {sought}")
    if stands_beside_answer(reply, standing, looked):
        return Verdict("undetermined", f"{named} beside another name; sought is {sought}")
    return Verdict("right", f"{named} against {sought}: {first.why}")


def _names_other(reply: NameReply) -> bool:
    return bool(rivals_in(reply.head, reply.known))


def _is_denied(reply: NameReply, place: FoundName) -> bool:
    before = reply.text[max(0, place.start - NEGATION_WINDOW) : place.start]
    after = reply.text[place.end : place.end + NEGATION_WINDOW]
    if DENIED_BEFORE.search(before) or QUESTIONED_AFTER.match(after):
        return True
    if ATTRIBUTED_BEFORE.search(before) and CORRECTED_AFTER.match(after):
        return True
    if NEGATION.search(reply.question):
        return False
    return place in denied_in(reply.text, [place])


def _is_alternative(reply: NameReply, place: FoundName) -> bool:
    if ANOTHER_PART_AFTER.match(reply.text, place.end):
        return True
    if ASKS_FOR_CHOICE.search(reply.question):
        return False
    if reply.head.count(",") + 1 >= LISTED_MIN and is_list_only(reply.head):
        return True
    before = reply.text[max(0, place.start - NEGATION_WINDOW) : place.start]
    return bool(OR_BEFORE.search(before) or OR_AFTER.match(reply.text, place.end))


def _judge_value(reply: NameReply, names: Sequence[str]) -> tuple[bool | None, str] | None:
    """Return the comparison of dates or numbers if the right names are such, else None."""
    dates = [date for name in names for date in dates_of_name(name)]
    if dates:
        from_to = judge_years_from_to(reply.head, names)
        if from_to is not None:
            return from_to
        question_dates = date_parts_in(reply.question)
        answer_dates = [
            date
            for date in date_parts_in(reply.head)
            if not any(
                (date.year, date.month, date.day) == (each.year, each.month, each.day)
                for each in question_dates
            )
        ]
        answer_dates = answer_dates or short_years_in(reply.head, dates)
        return judge_dates(answer_dates, dates, reply.question) if answer_dates else None
    numbers = [number for name in names if (number := number_of_name(name)) is not None]
    return judge_numbers(reply.head, numbers, reply.question) if numbers else None


def _judge_other(
    reply: NameReply, looked: NameKey, sought: str, *, is_answer_alone: bool
) -> Verdict:
    """Return the verdict on a reply without the right name: wrong if it names another."""
    words = f"{shown(reply.text)} against {sought}"
    is_only = is_answer_alone or is_answer_only(reply.head)
    start, end = (0, len(reply.head)) if is_only else answer_sentence(reply.head, reply.known)
    answer = reply.head[start:end]
    is_only = is_only or is_answer_only(answer)
    question_keys = reply.known - choices_in(reply.question)
    rivals = [answer] if is_only else rivals_in(answer, question_keys)
    is_short = max((len(form.tokens) for form in looked.forms), default=0) <= ANSWER_WORDS_MAX
    others = complements_in(answer, question_keys) if is_short and not rivals else []
    if ASKS_FOR_PERSON.search(reply.question) and not is_only:
        rivals = [rival for rival in rivals if may_be_person(answer, rival)]
    asks_for_person = bool(ASKS_FOR_PERSON.search(reply.question) and looked.people)
    if asks_for_person and names_another_person(tokens_of(answer), looked.people):
        return Verdict("wrong", f"{words}: names another person", tags=("factual_error",))
    if has_other_number(tokens_of(answer), looked):
        reason = f"{words}: names another of its name"
        return Verdict("wrong", reason, tags=("factual_error",))
    shared = _shared_word(reply, looked)
    if shared is not None:
        return Verdict("undetermined", f"{words}: shares {shared!r}, and is not the same")
    if others or (rivals and (looked.is_name or is_only)):
        reason = f"{words}: names {shown([*others, *rivals][0], 40)} instead"
        return Verdict("wrong", reason, tags=("factual_error",))
    return Verdict("undetermined", f"{words}: neither the name nor another that answers")


def _shared_word(reply: NameReply, looked: NameKey) -> str | None:
    """Return a word of weight that a reply shares with the name, in any spelling; else None."""
    weighty = [
        key
        for key in looked.shared
        if key not in reply.known
        and key not in LIGHT
        and key not in MEANINGS
        and len(key) >= WORD_MIN
    ]
    for token in {token.key: token for token in reply.tokens}.values():
        for key in weighty:
            if token.key == key or is_adjective_of(token.key, key):
                return token.written
            if is_akin(token.key, key):
                return token.written
    return None
