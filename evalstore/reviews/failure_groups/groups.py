"""Groups of failing cases, the sentences on what they share, and the dropped sentences."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

METHOD: Final = "failure_groups"
# Reasons for dropping a sentence of a model.
UNKNOWN_CASE: Final = "unknown_case"
NOT_FAILED: Final = "not_failed"
NOT_SHOWN: Final = "not_shown"
NO_CASE: Final = "no_case"
NO_TEXT: Final = "no_text"
UNKNOWN_SENTENCE: Final = "unknown_sentence"


@dataclass(frozen=True)
class GroupSentence:
    """One sentence of a model, with the failing cases that it refers to, at least one."""

    text: str
    case_ids: tuple[str, ...]


@dataclass(frozen=True)
class FailureGroup:
    """Failing cases that a model groups, with sentences on what they share."""

    title: str
    sentences: tuple[GroupSentence, ...]

    @property
    def case_ids(self) -> tuple[str, ...]:
        """Return the cases of all its sentences, without repetitions."""
        return tuple(dict.fromkeys(name for each in self.sentences for name in each.case_ids))


@dataclass
class Dropped:
    """Counts of dropped sentences by reason, and of duplicate sentences."""

    sentence_counts: Counter[str] = field(default_factory=Counter)
    duplicate_count: int = 0

    @property
    def total_count(self) -> int:
        """Return the number of dropped sentences."""
        return self.sentence_counts.total()


def merged(groups: Iterable[FailureGroup], dropped: Dropped) -> tuple[FailureGroup, ...]:
    """
    Return the groups with each title and each sentence once, largest group first.

    A repeated sentence adds its cases to the first one and counts as a duplicate.
    """
    titles: dict[str, str] = {}
    sentences: dict[str, tuple[str, str]] = {}
    cases: dict[str, list[str]] = {}
    for group in groups:
        name = _normal(group.title)
        titles.setdefault(name, group.title)
        for sentence in group.sentences:
            text = _normal(sentence.text)
            dropped.duplicate_count += text in sentences
            sentences.setdefault(text, (name, sentence.text))
            cases.setdefault(text, []).extend(sentence.case_ids)
    combined = [
        FailureGroup(
            title,
            tuple(
                GroupSentence(text, tuple(sorted(set(cases[key]))))
                for key, (of, text) in sentences.items()
                if of == name
            ),
        )
        for name, title in titles.items()
    ]
    kept = [group for group in combined if group.sentences]
    return tuple(sorted(kept, key=lambda group: (-len(group.case_ids), group.title)))


def _normal(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")
