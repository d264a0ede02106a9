"""Who is held against whom: the systems of two runs, and whose judgement counts on both sides."""

from collections.abc import Mapping
from dataclasses import dataclass

from evalstore import sql_files
from evalstore.analyses.paired import Side
from evalstore.errors import UndecidedError, UsageError
from evalstore.store.reader import Reader

Systems = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class AskedSystems:
    """
    What was asked for: one system of both runs, one of each, or each that both have.

    ``system`` is ``a``, or ``a:b`` for a on the left and b on the right.
    """

    system: str | None = None
    left_system_id: str | None = None
    right_system_id: str | None = None


def systems_of(reader: Reader, left_run_id: str, right_run_id: str) -> Systems:
    """Return the systems of two runs, by run."""
    rows = reader.rows(
        sql_files.read("sql/paired/systems"), left_run_id=left_run_id, right_run_id=right_run_id
    )
    return {
        run_id: tuple(str(row["system_id"]) for row in rows if row["run_id"] == run_id)
        for run_id in (left_run_id, right_run_id)
    }


def chosen(
    systems: Systems, left_run_id: str, right_run_id: str, asked: AskedSystems
) -> list[tuple[Side, Side]]:
    """
    Return the pairs of sides.

    Raises UsageError for a system that a side lacks, naming those there are, and for a side
    held against itself; UndecidedError where a run has no judged answers, and where no system is
    in both runs and none was named.

    >>> runs = {"r1": ("a", "b"), "r2": ("a",)}
    >>> [(left.system_id, right.system_id) for left, right in
    ...  chosen(runs, "r1", "r2", AskedSystems("b:a"))]
    [('b', 'a')]
    """
    for run_id in (left_run_id, right_run_id):
        if not systems[run_id]:
            raise UndecidedError(
                f"run {run_id!r} has no judged answers, so there is nothing to pair; "
                f"`evalstore show METRIC --run {run_id}` prints what it has"
            )
    if asked.system is not None:
        if asked.left_system_id is not None or asked.right_system_id is not None:
            raise UsageError(
                "--system contradicts --left-system and --right-system; name systems one way"
            )
        pairs = [_split(systems, left_run_id, right_run_id, asked.system)]
    elif asked.left_system_id is not None or asked.right_system_id is not None:
        if asked.left_system_id is None or asked.right_system_id is None:
            raise UsageError("--left-system and --right-system belong together; name both")
        pairs = [(asked.left_system_id, asked.right_system_id)]
    else:
        pairs = _common(systems, left_run_id, right_run_id)
    found = [(Side(left_run_id, left), Side(right_run_id, right)) for left, right in pairs]
    for left, right in found:
        _require_two(left, right)
        for side in (left, right):
            if side.system_id not in systems[side.run_id]:
                raise UsageError(
                    f"no system {side.system_id!r} in run {side.run_id!r}; "
                    f"there is {_listed(systems[side.run_id])}"
                )
    return found


def _require_two(left: Side, right: Side) -> None:
    if left == right:
        raise UsageError(
            f"{left.system_id!r} of run {left.run_id!r} is on both sides; "
            "name another run, or two systems as --system A:B"
        )


def _common(systems: Systems, left_run_id: str, right_run_id: str) -> list[tuple[str, str]]:
    common = [name for name in systems[left_run_id] if name in systems[right_run_id]]
    if not common:
        raise UndecidedError(
            f"no system is in both runs: {left_run_id!r} has {_listed(systems[left_run_id])}, "
            f"{right_run_id!r} has {_listed(systems[right_run_id])}; "
            "name two with --left-system and --right-system"
        )
    return [(name, name) for name in common]


def _split(systems: Systems, left_run_id: str, right_run_id: str, text: str) -> tuple[str, str]:
    """Read ``a`` or ``a:b``; a name may hold colons itself, so what there is decides."""
    if text in systems[left_run_id] or text in systems[right_run_id] or ":" not in text:
        return text, text
    parts = text.split(":")
    splits = [(":".join(parts[:place]), ":".join(parts[place:])) for place in range(1, len(parts))]
    known = [
        (left, right)
        for left, right in splits
        if left in systems[left_run_id] and right in systems[right_run_id]
    ]
    if len(known) > 1:
        raise UsageError(
            f"--system {text!r} can be read in {len(known)} ways; "
            "name the two with --left-system and --right-system"
        )
    return known[0] if known else splits[0]


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(repr(name) for name in names) or "none"


@dataclass(frozen=True, slots=True)
class Judges:
    """Whose judgements count in a metric: by run and system, and whether each is the primary."""

    metric: str
    by_side: Mapping[Side, Mapping[str, bool]]

    def agreed(self, left: Side, right: Side, asked: str | None) -> str | None:
        """
        Return the validator that counts on both sides, None where a side has no value at all.

        It is the one asked for, else the primary one of both runs, else the only one that both
        have. Raises UsageError where there are several and none was named, UndecidedError where
        the sides are judged by different ones.
        """
        sides = [self.by_side.get(side, {}) for side in (left, right)]
        common = sorted(sides[0].keys() & sides[1].keys())
        if asked is not None:
            return asked if asked in common else None
        if not all(sides):
            return None
        primary = [next((name for name in side if side[name]), None) for side in sides]
        if primary[0] is not None and primary[0] == primary[1]:
            return primary[0]
        if len(common) == 1 and None in primary:
            return common[0]
        if common and None in primary:
            raise UsageError(
                f"{self.metric} is judged by {', '.join(common)}; name one with --validator"
            )
        raise UndecidedError(
            f"not comparable: {self.metric} of {left.run_id} is judged by "
            f"{', '.join(sorted(sides[0]))}, that of {right.run_id} by "
            f"{', '.join(sorted(sides[1]))}"
            + (f"; --validator names one of both: {', '.join(common)}" if common else "")
        )


def judges(reader: Reader, metric: str, left_run_id: str, right_run_id: str) -> Judges:
    """Return whose judgements count in the metric whose values ``case_values`` holds."""
    rows = reader.rows(
        sql_files.read("sql/paired/sides"), left_run_id=left_run_id, right_run_id=right_run_id
    )
    found: dict[Side, dict[str, bool]] = {}
    for row in rows:
        side = Side(str(row["run_id"]), str(row["system_id"]))
        found.setdefault(side, {})[str(row["validator_id"])] = bool(row["is_primary_validator"])
    return Judges(metric, found)
