"""Kinds of change of a case between two runs, in the order of the page."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class ChangeKind:
    """One kind of change: its texts, its icon, and the maximum number of cases shown."""

    change: str
    title: str
    note: str
    icon: str
    kind: str
    case_limit: int
    is_open: bool = False
    # True if `compare --cases` lists these cases, because their value changed.
    is_moved: bool = False


CHANGE_KINDS: Final = (
    ChangeKind(
        "became wrong", "Became wrong", "right before, not right now",
        "✘", "fail", 200, is_open=True, is_moved=True,
    ),
    ChangeKind(
        "became right", "Became right", "not right before, right now",
        "✔", "pass", 200, is_open=True, is_moved=True,
    ),
    ChangeKind(
        "fell", "Value fell", "the verdict is the same, its value is lower",
        "↓", "fail", 50, is_open=True, is_moved=True,
    ),
    ChangeKind(
        "rose", "Value rose", "the verdict is the same, its value is higher",
        "↑", "pass", 50, is_open=True, is_moved=True,
    ),
    ChangeKind(
        "lost value", "No longer counted",
        "judged before; now an error, or without a verdict, so that it forms no pair",
        "⚠", "broken", 50, is_open=True,
    ),
    ChangeKind(
        "gained value", "Counts now", "an error before, or without a verdict; judged now",
        "⚠", "broken", 20,
    ),
    ChangeKind(
        "answered otherwise", "Unchanged, but the reply differs",
        "the same verdict and value, in other words", "~", "undecided", 50,
    ),
    ChangeKind("unchanged", "Unchanged", "the same verdict and the same reply", "=", "same", 10),
    ChangeKind(
        "asked otherwise", "Asked otherwise",
        "the same case_id with another prompt, so the answers are not compared",
        "?", "undecided", 20,
    ),
    ChangeKind("only left", "Only in the earlier run", "it forms no pair", "←", "undecided", 20),
    ChangeKind("only right", "Only in the newer run", "it forms no pair", "→", "undecided", 20),
    ChangeKind(
        "no value", "Counted on neither side", "an error, or no verdict, on both sides",
        "⚠", "undecided", 10,
    ),
)  # fmt: skip
CASE_LIMIT_MAX: Final = max(kind.case_limit for kind in CHANGE_KINDS)
