"""Recognise the columns of a file of questions by their names, or take them as declared."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_lowercase

from evalstore.base.phrases import unknown_name
from evalstore.base.word_file import word_file
from evalstore.errors import UsageError

FILE = Path(__file__).with_name("columns.toml")
WORDS = word_file(FILE)

NAMES: Mapping[str, tuple[str, ...]] = WORDS["names"]
ROLES = (*NAMES, "answer_key")
# Roles that several columns may fill together: one option each.
WIDE = {
    "choices": re.compile(r"(?:choice|option|opt)?([a-z]|[1-9]|1[0-9]|2[0-6])"),
    "wrong": re.compile(
        r"(?:distractor|incorrect(?:answer)?|wrong(?:answer)?)([a-z]|[1-9]|1[0-9])"
    ),
}
OPTIONS_MIN = 2
NAMES_SHOWN_MAX, NAME_CHARACTERS_MAX = 12, 40


@dataclass(frozen=True, slots=True)
class QuestionColumns:
    """The column, or columns, of each role, and the columns without a role."""

    by_role: Mapping[str, tuple[str, ...]]
    others: tuple[str, ...] = field(default=())

    def one(self, role: str) -> str | None:
        """Return the single column of a role, or None."""
        return self.by_role[role][0] if self.by_role.get(role) else None

    def recorded(self) -> dict[str, object]:
        """Return the column of each role as a run records it: a name, or a list of them."""
        return {
            role: names[0] if len(names) == 1 else list(names)
            for role, names in self.by_role.items()
        }


def recognise(
    columns: Sequence[str], declared: Mapping[str, object], file: str
) -> QuestionColumns:
    """
    Return the roles of columns; ``declared`` has a column, a list of them or None by role.

    Raises UsageError for an unknown role or column, for two columns that could have the same role,
    and if no column has the question.
    """
    by_role = {role: _declared(role, value, columns, file) for role, value in declared.items()}
    taken = {name for names in by_role.values() for name in names}
    free = [name for name in columns if name not in taken]
    for role, names in NAMES.items():
        if role in by_role:
            continue
        candidates = [(name,) for name in free if _plain(name) in names] + _wide(role, free)
        if len(candidates) > 1:
            first, second = (", ".join(columns_of_role) for columns_of_role in candidates[:2])
            raise UsageError(
                f"{file}: columns {first} and {second} could both be the {role}; name one, "
                f'such as --set map=\'{{"{role}": "{candidates[0][0]}"}}\''
            )
        by_role[role] = candidates[0] if candidates else ()
    by_role = {role: names for role, names in by_role.items() if names}
    if "prompt" not in by_role and "messages" not in by_role:
        shown = ", ".join(name[:NAME_CHARACTERS_MAX] for name in columns[:NAMES_SHOWN_MAX])
        first = columns[0][:NAME_CHARACTERS_MAX] if columns else "question"
        raise UsageError(
            f"{file} has no column of a known name for the question (its columns: {shown}); name "
            f'it, such as --set map=\'{{"prompt": "{first}"}}\', or, if the names of a CSV '
            "are further down, the number of lines before them, such as --set skip_lines=2"
        )
    taken = {name for names in by_role.values() for name in names}
    return QuestionColumns(by_role, tuple(name for name in columns if name not in taken))


def _declared(role: str, value: object, columns: Sequence[str], file: str) -> tuple[str, ...]:
    if role not in ROLES:
        raise unknown_name("role", role, ROLES, " in map")
    if value is None:
        return ()
    names = value if isinstance(value, list) else [value]
    if len(names) != 1 and role not in (*WIDE, "aliases"):
        raise UsageError(f"map: {role} is {value!r}; expected the name of one column")
    for name in names:
        if name not in columns:
            raise unknown_name("column", str(name), columns, f" in {file} for {role}")
    return tuple(names)


def _wide(role: str, free: Sequence[str]) -> list[tuple[str, ...]]:
    """Return each set of columns with one option each, such as A, B, C or choice_1, choice_2."""
    pattern = WIDE.get(role)
    if pattern is None:
        return []
    by_stem: dict[str, dict[int, str]] = {}
    for name in free:
        match = pattern.fullmatch(_plain(name))
        if match:
            stem, mark = _plain(name).removesuffix(match[1]), match[1]
            if stem or mark.isalpha():
                place = int(mark) if mark.isdigit() else ascii_lowercase.index(mark) + 1
                by_stem.setdefault(stem, {})[place] = name
    count_min = OPTIONS_MIN if role == "choices" else 1
    return [
        tuple(places[number] for number in sorted(places))
        for places in by_stem.values()
        if len(places) >= count_min and sorted(places) == [*range(1, len(places) + 1)]
    ]


def _plain(name: str) -> str:
    return re.sub(r"[\s_\-]+", "", name).casefold()
