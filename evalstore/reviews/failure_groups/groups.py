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
    Join groups of the same title, and return them with those of most cases first.

    Titles are equal regardless of case, spaces and a final full stop. If a sentence occurs again,
    in any group, its cases go to the first occurrence and ``dropped.duplicate_count`` grows.
    Groups without a sentence are left out.
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
