"""Places where a reply gives the right name, the strictest form of the name first."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, takewhile

from evalstore.judges.text.names.key import Form, NameKey, is_proper
from evalstore.judges.text.names.person_names import ASKS_FOR_PERSON, person_at, surname_at
from evalstore.judges.text.names.phrases import LIGHT, MEANINGS, phrase_at
from evalstore.judges.text.names.spelling import is_adjective_of, sounds_alike
from evalstore.judges.text.names.tokens import Token, TokenIndex, prepared, sentences_of, tokens_of

ASKS_FOR_ADJECTIVE = re.compile(r"\b(?:nationality|nationalities|ethnicity)\b", re.IGNORECASE)
WORD_MIN = 3
PHRASE_MIN = 2
ACRONYM_MAX = 6
# Limits: words searched for a name in another form, and places of a name.
READ_TOKENS_MAX = 600
FOUND_MAX = 20


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name in a text, from ``start`` to ``end``, and why it counts."""

    start: int
    end: int
    why: str
    is_echo: bool = False


@dataclass(frozen=True, slots=True)
class NameReply:
    """
    A reply with its words, and the words of the question.

    ``tokens`` are the first words of ``text``, up to the end of ``head``; ``index`` contains all.
    """

    text: str
    head: str
    tokens: tuple[Token, ...]
    index: TokenIndex
    question: str
    asked: TokenIndex
    known: frozenset[str]
    keys: frozenset[str]

    def span(self, first: int, last: int, why: str) -> FoundName:
        """Return the name between two words; an echo if it repeats the question's context."""
        joined = "".join(token.key for token in self.index.tokens[first : last + 1])
        is_echo = any(
            self._goes_on_alike(first, last, *place) for place in self.asked.places(joined)
        )
        return FoundName(self.index.tokens[first].start, self.index.tokens[last].end, why, is_echo)

    def _goes_on_alike(self, first: int, last: int, asked_first: int, asked_last: int) -> bool:
        """Return whether a weighty word or two light ones around a name repeat the question."""
        before = zip(
            reversed(self.index.tokens[:first]),
            reversed(self.asked.tokens[:asked_first]),
            strict=False,
        )
        after = zip(
            self.index.tokens[last + 1 :], self.asked.tokens[asked_last + 1 :], strict=False
        )
        alike = [
            token.key
            for pairs in (before, after)
            for token, _ in takewhile(lambda pair: pair[0].key == pair[1].key, pairs)
        ]
        return len(alike) > 1 or any(key not in LIGHT for key in alike)


def read_reply(text: str, question: str) -> NameReply:
    """Return a reply with its words and those of the question."""
    bare, question_index = prepared(text), _asked(question)
    every = tokens_of(bare)
    tokens = every[:READ_TOKENS_MAX]
    head = bare[: tokens[-1].end] if len(every) > READ_TOKENS_MAX else bare
    question_keys = frozenset(token.key for token in question_index.tokens)
    keys = frozenset(token.key for token in tokens)
    return NameReply(
        bare, head, tokens, TokenIndex(every), question, question_index, question_keys, keys
    )


# Cached because several replies answer the same question.
@lru_cache(maxsize=256)
def _asked(question: str) -> TokenIndex:
    return TokenIndex(tokens_of(prepared(question)))


def places_of_name(reply: NameReply, looked: NameKey) -> Sequence[FoundName] | None:
    """Return the places of the name in the strictest form that occurs, None if none does."""
    for finder in (
        _exact,
        _listed,
        _people,
        _reordered,
        _acronyms,
        _sounding,
        _shortened,
        _adjectives,
        _phrases,
    ):
        places = sorted(islice(finder(reply, looked), FOUND_MAX), key=lambda each: each.start)
        answers = [each for each in places if not each.is_echo]
        if answers:
            return answers
    return None


def _exact(reply: NameReply, looked: NameKey) -> Iterator[FoundName]:
    for form in looked.forms:
        if not form.is_short:
            for first, last in reply.index.places(form.joined):
                yield reply.span(first, last, "named")


def _listed(reply: NameReply, looked: NameKey) -> Iterator[FoundName]:
    for parts in looked.lists:
        places = [_places_of_part(reply, part) for part in parts]
        if all(places):
            first = min(place[0] for place in places)
            yield reply.span(first[0], first[1], "every part of it is named")


def _places_of_part(reply: NameReply, part: str) -> list[tuple[int, int]]:
    """Return the places of a part of a list, including short forms of a given name."""
    return reply.index.places(part) or [
        (place, place)
        for place, token in enumerate(reply.tokens)
        if token.is_capital and len(token.key) > WORD_MIN and part.startswith(token.key)
    ]


def _reordered(reply: NameReply, looked: NameKey) -> Iterator[FoundName]:
    """Yield names with the same words in another order: "the Second World War", "Lee, Ann"."""
    for form in looked.forms:
        count = len(form.tokens)
        wanted = sorted(token.key for token in form.tokens)
        if form.is_short or not 1 < count <= len(reply.tokens) or wanted[-1] not in reply.keys:
            continue
        for first in range(len(reply.tokens) - count + 1):
            window = reply.tokens[first : first + count]
            if sorted(token.key for token in window) == wanted:
                yield reply.span(first, first + count - 1, "named in another order")


def _acronyms(reply: NameReply, looked: NameKey) -> Iterator[FoundName]:
    """Yield names by their initials, and names whose initials are the right name."""
    wanted = {acronym(form.tokens) for form in looked.forms if len(form.tokens) > 1} - {""}
    short = {form.tokens[0].key for form in looked.forms if is_acronym(form.tokens)}
    for place, token in enumerate(reply.tokens):
        if token.written.replace(".", "").replace(" ", "") in wanted:
            yield reply.span(place, place, "named by its initials")
        for count in {len(key) for key in short}:
            window = reply.tokens[place : place + count]
            if len(window) == count and acronym(window).casefold() in short:
                yield reply.span(place, place + count - 1, "named by what the initials stand for")


def acronym(tokens: Sequence[Token]) -> str:
    """
    Return the initials of a proper name, with its numerals; "" if it has none.

    >>> acronym(tokens_of("World War II")), acronym(tokens_of("United States of America"))
    ('WWII', 'USA')
    """
    if len(tokens) < PHRASE_MIN or not all(each.is_capital or each.is_number for each in tokens):
        return ""
    return "".join(each.written if each.is_number else each.written[0] for each in tokens)


def is_acronym(tokens: Sequence[Token]) -> bool:
    """Return whether a right name is one word in capitals, such as UNESCO."""
    letters = tokens[0].written.replace(".", "").replace(" ", "")
    return len(tokens) == 1 and letters.isupper() and 1 < len(letters) <= ACRONYM_MAX


def _sounding(reply: NameReply, looked: NameKey) -> Iterator[FoundName]:
    """Yield names with another spelling of their words."""
    for form in looked.forms:
        count = len(form.tokens)
        firsts = form.tokens[0].key[:1]
        for first, token in enumerate(reply.tokens[: max(0, len(reply.tokens) - count + 1)]):
            if token.key[:1] == firsts and all(
                written.key == right.key
                or (written.is_capital and sounds_alike(written.key, right.key))
                for written, right in zip(
                    reply.tokens[first : first + count], form.tokens, strict=True
                )
            ):
                yield reply.span(first, first + count - 1, "named in another spelling")


def _people(reply: NameReply, looked: NameKey) -> Iterator[FoundName]:
    asks_for_person = ASKS_FOR_PERSON.search(reply.question) is not None
    for person in looked.people:
        if place := person_at(reply.tokens, person):
            yield reply.span(*place, "named with fewer or more given names")
        elif (
            asks_for_person
            and (place := surname_at(reply.tokens, person))
            and reply.tokens[place[0]].key not in reply.known
        ):
            yield reply.span(*place, "named by the surname")


def _shortened(reply: NameReply, looked: NameKey) -> Iterator[FoundName]:
    """Yield names without the question's words, or without a gloss."""
    keys = [token.key for token in reply.tokens]
    for form in looked.forms:
        left = _without_known(form, reply.known)
        rest = [token.key for token in form.tokens if token.key not in reply.known]
        if rest and rest == keys:
            yield reply.span(0, len(keys) - 1, "named without the question's words")
        for tokens in ((form.tokens,) if form.is_short else ()) + ((left,) if left else ()):
            joined = "".join(token.key for token in tokens)
            for first, last in reply.index.places(joined):
                if reply.index.tokens[first].is_capital or reply.index.tokens[first].is_number:
                    yield reply.span(first, last, "named in short")


def _without_known(form: Form, question_keys: frozenset[str]) -> tuple[Token, ...]:
    """Return a proper name without the question's words at its ends, empty if none are there."""
    tokens = list(form.tokens)
    while tokens and tokens[-1].key in question_keys:
        tokens.pop()
    while tokens and tokens[0].key in question_keys:
        tokens.pop(0)
    is_telling = any(token.is_capital and len(token.key) > WORD_MIN for token in tokens)
    return tuple(tokens) if is_telling and len(tokens) < len(form.tokens) else ()


def _adjectives(reply: NameReply, looked: NameKey) -> Iterator[FoundName]:
    """Yield "Colombian" for Colombia if the question asks for it or contains the word after it."""
    is_asked = ASKS_FOR_ADJECTIVE.search(reply.question) is not None
    places = {form.tokens[0].key for form in looked.forms if len(form.tokens) == 1}
    for number, token in enumerate(reply.tokens):
        after = reply.tokens[number + 1].key if number + 1 < len(reply.tokens) else ""
        is_noted = token.is_capital and (is_asked or after in reply.known)
        if is_noted and any(is_adjective_of(token.key, place) for place in places):
            yield reply.span(number, number, "named by its adjective")


def _phrases(reply: NameReply, looked: NameKey) -> Iterator[FoundName]:
    for form in looked.forms:
        if form.is_short or len(form.tokens) < PHRASE_MIN or is_proper(form.tokens):
            continue
        if place := _tail_at(reply, form):
            yield reply.span(*place, "named by its last words")
        for start, end in sentences_of(reply.head):
            tokens = [token for token in reply.tokens if start <= token.start < end]
            if place := phrase_at(tokens, form.tokens, reply.known):
                first, last = tokens[place[0]], tokens[place[1]]
                yield FoundName(first.start, last.end, "named in other words")


def _tail_at(reply: NameReply, form: Form) -> tuple[int, int] | None:
    """Return the place of a phrase without its first word, if no other word replaces that word."""
    tail = form.tokens[1:]
    if len(tail) < PHRASE_MIN or {token.key for token in tail} & {*LIGHT, *MEANINGS, *reply.known}:
        return None
    for first, last in reply.index.places("".join(token.key for token in tail)):
        before = reply.index.tokens[first - 1] if first else None
        gap = reply.index.tokens[first].start - before.end if before else 0
        if before is None or before.key in LIGHT or before.key in MEANINGS or gap > 1:
            return first, last
    return None
