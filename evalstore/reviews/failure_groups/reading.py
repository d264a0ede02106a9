"""Groups in a model's replies, without sentences that cite no failing case that it was shown."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.failure_groups.groups import (
    NO_CASE,
    NO_TEXT,
    NOT_FAILED,
    NOT_SHOWN,
    UNKNOWN_CASE,
    UNKNOWN_SENTENCE,
    Dropped,
    FailureGroup,
    GroupSentence,
)
from evalstore.reviews.failure_groups.prompts import shown_id

TITLE_CHARACTERS_MAX: Final = 120
SENTENCE_CHARACTERS_MAX: Final = 500
UNTITLED: Final = "without a title"


@dataclass(frozen=True)
class KnownCases:
    """The cases of a run, those that failed, and those shown to the model."""

    run_case_ids: frozenset[str]
    failed_case_ids: frozenset[str]
    shown_case_ids: Collection[str]

    def problem(self, case_id: str) -> str | None:
        """Return the reason why a sentence must not refer to a case, None if it may."""
        if case_id not in self.run_case_ids:
            return UNKNOWN_CASE
        if case_id not in self.failed_case_ids:
            return NOT_FAILED
        return None if case_id in self.shown_case_ids else NOT_SHOWN


def read_groups(
    answer: Mapping[str, Any], cases: KnownCases, dropped: Dropped
) -> list[FailureGroup]:
    """
    Return the groups of a reply about cases.

    A sentence is dropped and counted if it has no text or no case, or refers to a case that is not
    in the run, did not fail or was not shown. A group without sentences is left out.
    """
    names = {shown_id(case_id): case_id for case_id in sorted(cases.run_case_ids)}
    groups = []
    for group in answer["groups"]:
        kept = []
        for sentence in group["sentences"]:
            text = _line(sentence["text"], SENTENCE_CHARACTERS_MAX)
            case_ids = [names.get(name, name) for name in sentence["case_ids"]]
            problems = [cases.problem(case_id) for case_id in case_ids]
            problem = NO_TEXT if not text else NO_CASE if not case_ids else None
            problem = problem or next(filter(None, problems), None)
            if problem is None:
                kept.append(GroupSentence(text, tuple(sorted(set(case_ids)))))
            else:
                dropped.sentence_counts[problem] += 1
        if kept:
            groups.append(FailureGroup(_title(group), tuple(kept)))
    return groups


def read_merged(
    answer: Mapping[str, Any], groups: Sequence[FailureGroup], dropped: Dropped
) -> list[FailureGroup]:
    """
    Return the groups of a reply about numbered sentences, with the cases of those sentences.

    A new sentence is dropped and counted if it has no text, no number or an unknown number.
    Earlier sentences to which the reply does not refer are kept.
    """
    sentences = [sentence for group in groups for sentence in group.sentences]
    replaced: set[int] = set()
    result = []
    for group in answer["groups"]:
        kept = []
        for sentence in group["sentences"]:
            text = _line(sentence["text"], SENTENCE_CHARACTERS_MAX)
            # In JSON Schema, 1.0 is an integer too.
            numbers = [int(number) for number in sentence["sentence_numbers"]]
            is_known = bool(numbers) and all(1 <= number <= len(sentences) for number in numbers)
            if not text or not is_known:
                dropped.sentence_counts[UNKNOWN_SENTENCE if text else NO_TEXT] += 1
                continue
            case_ids = {name for number in numbers for name in sentences[number - 1].case_ids}
            kept.append(GroupSentence(text, tuple(sorted(case_ids))))
            replaced.update(numbers)
        if kept:
            result.append(FailureGroup(_title(group), tuple(kept)))
    return result + _unmentioned(groups, replaced)


def _unmentioned(groups: Sequence[FailureGroup], replaced: Collection[int]) -> list[FailureGroup]:
    result, number = [], 0
    for group in groups:
        kept = []
        for sentence in group.sentences:
            number += 1
            if number not in replaced:
                kept.append(sentence)
        if kept:
            result.append(FailureGroup(group.title, tuple(kept)))
    return result


def _title(group: Mapping[str, Any]) -> str:
    return _line(group["title"], TITLE_CHARACTERS_MAX) or UNTITLED


def _line(text: str, length: int) -> str:
    # JSON can contain lone surrogates, which no UTF-8 file can.
    return one_line(text.encode("utf-8", "replace").decode(), length)
