"""Read sentences by the patterns of predicates: the parts that name subject and object."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from evalstore.suites.epistemic.graphs.parts_of_speech import with_article
from evalstore.suites.epistemic.graphs.predicate_forms import OBJECT, SUBJECT, boolean_form
from evalstore.suites.epistemic.graphs.predicate_phrases import PredicatePhrases
from evalstore.suites.epistemic.graphs.terms import folded

# Words before a statement, and whether they deny it.
OPENINGS = (
    ("is it true that ", False),
    ("is it false that ", True),
    ("is it not true that ", True),
    ("it is true that ", False),
    ("it is not true that ", True),
    ("it is false that ", True),
)


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """The predicate of a sentence, and the texts that name its subject and object, folded."""

    predicate: str
    subject: str
    object: str
    is_negated: bool


@dataclass(frozen=True, slots=True)
class _Pattern:
    """The fixed parts of a pattern; without ``middle`` it names the subject only."""

    before: str
    middle: str | None
    after: str
    is_subject_first: bool
    value: str


class PhraseReader:
    """Reads the sentences that ``PredicatePhrases`` writes."""

    def __init__(self, phrases: PredicatePhrases, predicates: Iterable[str]) -> None:
        """Take the phrases of a graph and the predicates to look for."""
        self._patterns = [
            (predicate, pattern)
            for predicate in predicates
            for pattern in dict.fromkeys(_patterns(phrases, predicate))
        ]

    def readings(self, sentence: str) -> Iterator[ReadSentence]:
        """Yield each reading of the sentence by the pattern of a predicate, with both parts."""
        text = folded(sentence).removesuffix("?")
        is_negated = False
        for opening, denies in OPENINGS:
            if text.startswith(opening):
                text, is_negated = text.removeprefix(opening), denies
                break
        for predicate, pattern in self._patterns:
            for subject, value in _parts(text, pattern):
                yield ReadSentence(predicate, subject, value, is_negated)


def _patterns(phrases: PredicatePhrases, predicate: str) -> Iterator[_Pattern]:
    form = phrases.form(predicate)
    for text in (form.statement, form.question, *_of_noun(form.noun)):
        yield _pattern(text, "")
    for value in (True, False):
        of_value = boolean_form(phrases.words(predicate), value=value)
        for text in (of_value.statement, of_value.question):
            yield _pattern(text, "true" if value else "false")


def _of_noun(noun: str) -> Iterator[str]:
    if not noun:
        return
    for named in (f"the {noun}", with_article(noun)):
        yield f"{OBJECT} is {named} of {SUBJECT}"
        yield f"{named} of {SUBJECT} is {OBJECT}"
        yield f"Is {OBJECT} {named} of {SUBJECT}"
        yield f"{SUBJECT} has {named} {OBJECT}"
        yield f"Does {SUBJECT} have {named} {OBJECT}"


def _pattern(text: str, value: str) -> _Pattern:
    text = text.casefold()
    if OBJECT not in text:
        before, _, after = text.partition(SUBJECT)
        return _Pattern(before, None, after, is_subject_first=True, value=value)
    is_subject_first = text.index(SUBJECT) < text.index(OBJECT)
    first, second = (SUBJECT, OBJECT) if is_subject_first else (OBJECT, SUBJECT)
    before, _, rest = text.partition(first)
    middle, _, after = rest.partition(second)
    return _Pattern(before, middle, after, is_subject_first, value)


def _parts(text: str, pattern: _Pattern) -> Iterator[tuple[str, str]]:
    """Yield subject and object for each way in which a text has the pattern."""
    if not (text.startswith(pattern.before) and text.endswith(pattern.after)):
        return
    inner = text[len(pattern.before) : len(text) - len(pattern.after)]
    if pattern.middle is None:
        if inner:
            yield inner, pattern.value
        return
    start = inner.find(pattern.middle, 1)
    while start > 0:
        first, second = inner[:start], inner[start + len(pattern.middle) :]
        if second:
            yield (first, second) if pattern.is_subject_first else (second, first)
        start = inner.find(pattern.middle, start + 1)
