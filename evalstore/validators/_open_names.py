"""
Verdict on a name looked for where the answer key lists no rivals: questions with an open answer.

A name that is found, in any form that people accept, is right. One that is not found is wrong only
where the reply gives another answer of the same kind: a date, a number, a proper name where its
answer stands. All else is undetermined, with the reason: that a string was not found shows nothing.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from evalstore.types.verdict import Verdict
from evalstore.validators._abstention import abstention_in
from evalstore.validators._name_dates import dates_of_name, date_parts_in, judge_dates
from evalstore.validators._name_key import Form, NameKey, is_proper, name_key
from evalstore.validators._name_numbers import judge_numbers, number_of_name
from evalstore.validators._name_phrases import LIGHT, MEANINGS, phrase_at
from evalstore.validators._name_spelling import (
    is_adjective_of,
    is_akin,
    sounds_alike,
)
from evalstore.validators._name_tokens import Token, TokenIndex, prepared, sentences_of, tokens_of
from evalstore.validators._person_names import (
    ASKS_FOR_PERSON,
    names_another_person,
    person_at,
    surname_at,
)
from evalstore.validators._rival_names import answer_sentence, is_answer_only, rivals_in
from evalstore.validators._text import shown
from evalstore.validators._value_verdict import claims_in

NEGATION = re.compile(r"\b(?:not|never|no|without|non|except)\b|n't\b", re.IGNORECASE)
DENIED_BEFORE = re.compile(
    r"(?:\bnot|\bnever|\bnor|\brather than|\binstead of|\bunlike|n't|\bneither)\s+"
    r"(?:(?:by|in|at|on|from|to|for|the|a|an|with)\s+){0,2}[\"'(]*\Z",
    re.IGNORECASE,
)
OR_BEFORE = re.compile(r"\b(?:either|[A-Z]\w+,? or)\s+(?:the\s+)?\Z")
OR_AFTER = re.compile(r"\A[\"')]*,?\s+or\s+(?:(?:the|possibly|perhaps|maybe)\s+)*[A-Z]\w+")
ASKS_FOR_CHOICE = re.compile(r"\bor\b", re.IGNORECASE)
ASKS_FOR_ADJECTIVE = re.compile(r"\b(?:nationality|nationalities|ethnicity)\b", re.IGNORECASE)
NEGATION_WINDOW = 40
ECHO_WORDS_MAX = 8
WORD_MIN = 3
PHRASE_MIN = 2


@dataclass(frozen=True, slots=True)
class Found:
    """A name found in a text, from ``start`` to ``end``, and why it counts."""

    start: int
    end: int
    why: str
    is_echo: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply with its words, beside the words of the question."""

    text: str
    tokens: tuple[Token, ...]
    index: TokenIndex
    question: str
    asked: TokenIndex
    known: frozenset[str]

    def span(self, first: int, last: int, why: str) -> Found:
        """Return the name from one word to another; an echo where the question goes on alike."""
        joined = "".join(token.key for token in self.tokens[first : last + 1])
        is_echo = any(
            self._goes_on_alike(first, last, *place) for place in self.asked.places(joined)
        )
        return Found(self.tokens[first].start, self.tokens[last].end, why, is_echo)

    def _goes_on_alike(self, first: int, last: int, asked_first: int, asked_last: int) -> bool:
        """Return whether a weighty word or two light ones beside a name are the question's too."""
        before = zip(
            reversed(self.tokens[:first]), reversed(self.asked.tokens[:asked_first]), strict=False
        )
        after = zip(self.tokens[last + 1 :], self.asked.tokens[asked_last + 1 :], strict=False)
        alike = [
            own.key
            for pairs in (before, after)
            for own, _ in takewhile(lambda pair: pair[0].key == pair[1].key, pairs)
        ]
        return len(alike) > 1 or any(key not in LIGHT for key in alike)


def judge_open_name(
    text: str, key: Mapping[str, object], question: str, *, is_answer_alone: bool
) -> tuple[Verdict | None, int]:
    """
    Return the verdict on the name a text gives, and where the name stands; None if it abstains.

    The key holds the name as ``value`` and its ``aliases``.
    """
    aliases = key.get("aliases")
    names = [str(key.get("value", ""))]
    names += [str(name) for name in aliases] if isinstance(aliases, list | tuple) else []
    looked = name_key(tuple(names))
    reply = read_reply(text, question)
    found = _first_right(reply, looked)
    sought = " or ".join(names[:4])
    if found is not None:
        verdict = _judge_found(reply, found, sought)
        if verdict is not None:
            return verdict, found[0].start
    value = _judge_value(reply, names)
    if value is not None and value[0] is not None:
        outcome = "right" if value[0] else "wrong"
        tags = () if value[0] else ("factual_error",)
        return Verdict(outcome, f"{shown(text)} against {sought}: {value[1]}", tags=tags), 0
    if abstention_in(text) is not None:
        return None, len(reply.text)
    if value is not None:
        return Verdict("undetermined", f"{shown(text)} against {sought}: {value[1]}"), 0
    return _judge_other(reply, looked, sought, is_answer_alone=is_answer_alone), 0


def read_reply(text: str, question: str) -> Reply:
    """Return a reply with its words and those of the question."""
    bare, asked = prepared(text), tokens_of(prepared(question))
    tokens = tokens_of(bare)
    known = frozenset(token.key for token in asked)
    return Reply(bare, tokens, TokenIndex(tokens), question, TokenIndex(asked), known)


def _first_right(reply: Reply, looked: NameKey) -> Sequence[Found] | None:
    """Return the places of the name in the strictest form that occurs."""
    for finder in (_exact, _listed, _people, _sounding, _shortened, _adjectives, _phrases):
        found = sorted(finder(reply, looked), key=lambda each: each.start)
        own = [each for each in found if not each.is_echo]
        if own:
            return own
    return None


def _exact(reply: Reply, looked: NameKey) -> Iterator[Found]:
    for form in looked.forms:
        if not form.is_short:
            for first, last in reply.index.places(form.joined):
                yield reply.span(first, last, "named")


def _listed(reply: Reply, looked: NameKey) -> Iterator[Found]:
    for parts in looked.lists:
        places = [_places_of_part(reply, part) for part in parts]
        if all(places):
            first = min(place[0] for place in places)
            yield reply.span(first[0], first[1], "every part of it is named")


def _places_of_part(reply: Reply, part: str) -> list[tuple[int, int]]:
    """Return where a part of a list occurs, a given name also in its short form."""
    return reply.index.places(part) or [
        (place, place)
        for place, token in enumerate(reply.tokens)
        if token.is_capital and len(token.key) > WORD_MIN and part.startswith(token.key)
    ]


def _sounding(reply: Reply, looked: NameKey) -> Iterator[Found]:
    """Find names spelled otherwise, word by word."""
    for form in looked.forms:
        count = len(form.tokens)
        firsts = form.tokens[0].key[:1]
        for first, token in enumerate(reply.tokens[: max(0, len(reply.tokens) - count + 1)]):
            if token.key[:1] == firsts and all(
                own.key == right.key or (own.is_capital and sounds_alike(own.key, right.key))
                for own, right in zip(reply.tokens[first:], form.tokens, strict=False)
            ):
                yield reply.span(first, first + count - 1, "named in another spelling")


def _people(reply: Reply, looked: NameKey) -> Iterator[Found]:
    asks_for_person = ASKS_FOR_PERSON.search(reply.question) is not None
    for person in looked.people:
        if place := person_at(reply.tokens, person):
            yield reply.span(*place, "named with fewer or more given names")
        elif asks_for_person and (place := surname_at(reply.tokens, person)):
            if reply.tokens[place[0]].key not in reply.known:
                yield reply.span(*place, "named by the surname")


def _shortened(reply: Reply, looked: NameKey) -> Iterator[Found]:
    """Find names without what the question says already, or without a gloss."""
    for form in looked.forms:
        left = _without_known(form, reply.known)
        for tokens in ((form.tokens,) if form.is_short else ()) + ((left,) if left else ()):
            joined = "".join(token.key for token in tokens)
            for first, last in reply.index.places(joined):
                if reply.tokens[first].is_capital or reply.tokens[first].is_number:
                    yield reply.span(first, last, "named in short")


def _without_known(form: Form, known: frozenset[str]) -> tuple[Token, ...]:
    """Return a proper name without the question's words at its ends, nothing where none go."""
    tokens = list(form.tokens)
    while tokens and tokens[-1].key in known:
        tokens.pop()
    while tokens and tokens[0].key in known:
        tokens.pop(0)
    is_telling = any(token.is_capital and len(token.key) > WORD_MIN for token in tokens)
    return tuple(tokens) if is_telling and len(tokens) < len(form.tokens) else ()


def _adjectives(reply: Reply, looked: NameKey) -> Iterator[Found]:
    """Find "Colombian" for Colombia where the question asks for it or names what follows."""
    is_asked = ASKS_FOR_ADJECTIVE.search(reply.question) is not None
    places = {form.tokens[0].key for form in looked.forms if len(form.tokens) == 1}
    for number, token in enumerate(reply.tokens):
        after = reply.tokens[number + 1].key if number + 1 < len(reply.tokens) else ""
        if token.is_capital and (is_asked or after in reply.known):
            if any(is_adjective_of(token.key, place) for place in places):
                yield reply.span(number, number, "named by its adjective")


def _phrases(reply: Reply, looked: NameKey) -> Iterator[Found]:
    for form in looked.forms:
        if form.is_short or len(form.tokens) < PHRASE_MIN or is_proper(form.tokens):
            continue
        for start, end in sentences_of(reply.text):
            tokens = [token for token in reply.tokens if start <= token.start < end]
            if place := phrase_at(tokens, form.tokens, reply.known):
                first, last = tokens[place[0]], tokens[place[1]]
                yield Found(first.start, last.end, "named in other words")


def _judge_found(reply: Reply, found: Sequence[Found], sought: str) -> Verdict | None:
    """Judge a reply that names what is looked for: right but where it denies or offers others."""
    standing = [each for each in found if not _is_denied(reply, each)]
    if not standing:
        reason = f"denies {sought}"
        return Verdict("wrong", reason, tags=("no_answer",)) if _names_other(reply) else None
    first = standing[0]
    named = shown(reply.text[first.start : first.end])
    if all(_is_alternative(reply, each) for each in standing):
        return Verdict("undetermined", f"offers {named} as one of several; sought is {sought}")
    return Verdict("right", f"{named} against {sought}: {first.why}")


def _names_other(reply: Reply) -> bool:
    return bool(rivals_in(reply.text, reply.known))


def _is_denied(reply: Reply, found: Found) -> bool:
    before = reply.text[max(0, found.start - NEGATION_WINDOW) : found.start]
    if DENIED_BEFORE.search(before):
        return True
    if NEGATION.search(reply.question):
        return False
    claims = claims_in(reply.text, [found], lambda one, other: one == other)
    return found in claims.denied


def _is_alternative(reply: Reply, found: Found) -> bool:
    if ASKS_FOR_CHOICE.search(reply.question):
        return False
    before = reply.text[max(0, found.start - NEGATION_WINDOW) : found.start]
    return bool(OR_BEFORE.search(before) or OR_AFTER.match(reply.text[found.end :]))


def _judge_value(reply: Reply, names: Sequence[str]) -> tuple[bool | None, str] | None:
    """Judge by dates or numbers where the names looked for are such."""
    dates = [date for name in names for date in dates_of_name(name)]
    if dates:
        asked = date_parts_in(reply.question)
        given = [
            date
            for date in date_parts_in(reply.text)
            if not any(
                (date.year, date.month, date.day) == (each.year, each.month, each.day)
                for each in asked
            )
        ]
        return judge_dates(given, dates, reply.question) if given else None
    numbers = [number for name in names if (number := number_of_name(name)) is not None]
    return judge_numbers(reply.text, numbers, reply.question) if numbers else None


def _judge_other(
    reply: Reply, looked: NameKey, sought: str, *, is_answer_alone: bool
) -> Verdict:
    """Judge a reply that holds the name in no form: wrong where it names another."""
    words = f"{shown(reply.text)} against {sought}"
    is_only = is_answer_alone or is_answer_only(reply.text)
    start, end = (0, len(reply.text)) if is_only else answer_sentence(reply.text, reply.known)
    answer = reply.text[start:end]
    is_only = is_only or is_answer_only(answer)
    rivals = rivals_in(answer, reply.known) if not is_only else [answer]
    if ASKS_FOR_PERSON.search(reply.question) and looked.people:
        if names_another_person(tokens_of(answer), looked.people):
            return Verdict("wrong", f"{words}: names another person", tags=("factual_error",))
    shared = _shared_word(reply, looked)
    if shared is not None:
        return Verdict("undetermined", f"{words}: shares {shared!r}, and is not the same")
    if rivals and (looked.is_name or is_only):
        reason = f"{words}: names {shown(rivals[0], 40)} instead"
        return Verdict("wrong", reason, tags=("factual_error",))
    return Verdict("undetermined", f"{words}: neither the name nor another that answers")


def _shared_word(reply: Reply, looked: NameKey) -> str | None:
    """Return a word of weight that a reply shares with the name, in any spelling."""
    weighty = [
        key for key in looked.shared
        if key not in reply.known and key not in LIGHT and key not in MEANINGS
        and len(key) >= WORD_MIN
    ]
    for token in reply.tokens:
        for key in weighty:
            if token.key == key or is_adjective_of(token.key, key):
                return token.written
            if is_akin(token.key, key):
                return token.written
    return None
