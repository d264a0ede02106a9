"""Groups of failing cases, what each is said to share, and what was dropped of what was said."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

METHOD: Final = "failure_groups"
# Why a sentence of a model was dropped.
UNKNOWN_CASE: Final = "unknown_case"
NOT_FAILED: Final = "not_failed"
NOT_SHOWN: Final = "not_shown"
NO_CASE: Final = "no_case"
NO_TEXT: Final = "no_text"
UNKNOWN_SENTENCE: Final = "unknown_sentence"


@dataclass(frozen=True)
class GroupSentence:
    """One sentence of a model, with the failing cases that it rests on, at least one."""

    text: str
    case_ids: tuple[str, ...]


@dataclass(frozen=True)
class FailureGroup:
    """Failing cases that a model puts together, by sentences on what they share."""

    title: str
    sentences: tuple[GroupSentence, ...]

    @property
    def case_ids(self) -> tuple[str, ...]:
        """Return the cases of all its sentences, each once."""
        return tuple(dict.fromkeys(name for each in self.sentences for name in each.case_ids))


@dataclass
class Dropped:
    """Sentences that were dropped, by reason, and those that said what another said already."""

    sentence_counts: Counter[str] = field(default_factory=Counter)
    duplicate_count: int = 0

    @property
    def total_count(self) -> int:
        """Return how many sentences were dropped."""
        return self.sentence_counts.total()


def merged(groups: Iterable[FailureGroup], dropped: Dropped) -> tuple[FailureGroup, ...]:
    """
    Return the groups with each title and each sentence once; the largest group comes first.

    A sentence that was said before gives its cases to the first one and counts as a duplicate.
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
    found = [
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
    kept = [group for group in found if group.sentences]
    return tuple(sorted(kept, key=lambda group: (-len(group.case_ids), group.title)))


def _normal(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")
