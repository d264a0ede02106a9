"""Sides of a comparison: pair the systems of two runs, and choose the validator of both."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.errors import UndecidedError, UsageError
from evalstore.statistics.controls import controls_of
from evalstore.statistics.paired import Side
from evalstore.statistics.verdict_identity import judging
from evalstore.store.query.reader import Reader

Systems = Mapping[str, tuple[str, ...]]
# Text of this reason in sql/paired/left_out.
UNJUDGED = "without a verdict"


@dataclass(frozen=True, slots=True)
class AskedSystems:
    """
    The requested systems: one of both runs, one of each run, or every system in both runs.

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
    systems: Systems,
    left_run_id: str,
    right_run_id: str,
    request: AskedSystems,
    validator_ids: Sequence[str] = (),
) -> list[tuple[Side, Side]]:
    """
    Return the pairs of sides; ``validator_ids`` are those that judged either run.

    Raises UsageError for a system that a side lacks, listing the existing ones, and for a side
    compared with itself. Raises UndecidedError if a run has no judged answers, or if no system is
    in both runs and none was named.

    >>> runs = {"r1": ("a", "b"), "r2": ("a",)}
    >>> [(left.system_id, right.system_id) for left, right in
    ...  chosen(runs, "r1", "r2", AskedSystems("b:a"))]
    [('b', 'a')]
    """
    for run_id in (left_run_id, right_run_id):
        if not systems[run_id]:
            way_out = (
                judging([run_id], validator_ids) or f"`evalstore judge {run_id} --validator NAME`"
            )
            raise UndecidedError(
                f"run {run_id!r} has no judged answers to compare; run {way_out} to judge its "
                f"answers, or `evalstore show METRIC --run {run_id}` to see its values"
            )
    if request.system is not None:
        if request.left_system_id is not None or request.right_system_id is not None:
            raise UsageError(
                "--system cannot be used with --left-system and --right-system; use one or the "
                "other"
            )
        pairs = [_split(systems, left_run_id, right_run_id, request.system)]
    elif request.left_system_id is not None or request.right_system_id is not None:
        if request.left_system_id is None or request.right_system_id is None:
            raise UsageError("--left-system and --right-system must be used together; name both")
        pairs = [(request.left_system_id, request.right_system_id)]
    else:
        pairs = _common(systems, left_run_id, right_run_id)
    sides = [(Side(left_run_id, left), Side(right_run_id, right)) for left, right in pairs]
    for left, right in sides:
        _require_two(left, right)
        for side in (left, right):
            if side.system_id not in systems[side.run_id]:
                raise UsageError(
                    f"no system {side.system_id!r} in run {side.run_id!r}; available: "
                    f"{_listed(systems[side.run_id])}"
                )
    return sides


def of_controls(
    reader: Reader, sides: Iterable[tuple[Side, Side]]
) -> frozenset[tuple[Side, Side]]:
    """Return the pairs in which both systems are controls of their runs."""
    pairs = [*sides]
    run_ids = {side.run_id for pair in pairs for side in pair}
    controls = {Side(run_id, name) for run_id in run_ids for name in controls_of(reader, run_id)}
    return frozenset(pair for pair in pairs if controls.issuperset(pair))


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
    """Read ``a`` or ``a:b``; names may contain colons, so existing names decide the split."""
    if text in systems[left_run_id] or text in systems[right_run_id] or ":" not in text:
        return text, text
    parts = text.split(":")
    splits = [(":".join(parts[:place]), ":".join(parts[place:])) for place in range(1, len(parts))]
    possible = [
        (left, right)
        for left, right in splits
        if left in systems[left_run_id] and right in systems[right_run_id]
    ]
    if len(possible) > 1:
        raise UsageError(
            f"--system {text!r} can mean {len(possible)} different pairs; name the two with "
            "--left-system and --right-system"
        )
    return possible[0] if possible else splits[0]


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(repr(name) for name in names) or "none"


@dataclass(frozen=True, slots=True)
class Judge:
    """A validator of a side: whether it is the primary one, and its number of values."""

    is_primary: bool
    value_count: int


@dataclass(frozen=True, slots=True)
class Judges:
    """The validators whose verdicts count in a metric, by side."""

    metric: str
    by_side: Mapping[Side, Mapping[str, Judge]]

    def agreed(self, left: Side, right: Side, requested: str | None) -> str | None:
        """
        Return the validator that counts on both sides; None if a side has no value of it.

        It is the requested one, else the primary one of both runs, else the only one that both
        have. Raises UsageError if there are several and none was requested, UndecidedError if the
        sides were judged by different ones.
        """
        counting = [self._counting(side) for side in (left, right)]
        common = sorted(counting[0] & counting[1])
        if requested is not None:
            return requested if requested in common else None
        if not all(counting):
            return None
        primary = [self._primary(side) for side in (left, right)]
        if primary[0] is not None and primary[0] == primary[1]:
            return primary[0] if primary[0] in common else None
        if len(common) == 1 and None in primary:
            return common[0]
        if common and None in primary:
            raise UsageError(
                f"{self.metric} has verdicts of {', '.join(common)}; name one validator with "
                "--validator"
            )
        raise UndecidedError(
            f"not comparable: {self.metric} of {left.run_id} is judged by "
            f"{', '.join(sorted(counting[0]))}, that of {right.run_id} by "
            f"{', '.join(sorted(counting[1]))}"
            + (
                f"; name one that judged both with --validator: {', '.join(common)}"
                if common
                else self.way_out(left, right, None)
            )
        )

    def way_out(
        self, left: Side, right: Side, requested: str | None, unjudged: Side | None = None
    ) -> str:
        """
        Suggest commands that judge both sides by the same validator; may be empty.

        The validator is the requested one, else any that counts on the other side only; it must
        exist in evalstore. A validator configured for a side is suggested for it only if the side
        is ``unjudged``.
        """
        commands = []
        for side, other in ((left, right), (right, left)):
            names = {requested} if requested else self._counting(other)
            present = (
                self._counting(side) if side == unjudged else self.by_side.get(side, {}).keys()
            )
            commands.append(judging([side.run_id], sorted(names - present)))
        separator = " and " if requested else " or "
        text = separator.join(dict.fromkeys(filter(None, commands)))
        return f"; to have the same validator on both sides, run {text}" if text else ""

    def silent(
        self, left: Side, right: Side, requested: str | None
    ) -> tuple[Side, str | None] | None:
        """Return a side on which the expected validator has no value, and that validator."""
        for side in (left, right):
            if not self._counting(side):
                return side, requested
        expected = requested or self._primary(left) or self._primary(right)
        for side in (left, right):
            if expected in self.by_side[side] and expected not in self._counting(side):
                return side, expected
        return None

    def _counting(self, side: Side) -> set[str]:
        judges = self.by_side.get(side, {})
        return {name for name, judge in judges.items() if judge.value_count}

    def _primary(self, side: Side) -> str | None:
        judges = self.by_side.get(side, {})
        return next((name for name, judge in judges.items() if judge.is_primary), None)


def judges(reader: Reader, metric: str, left_run_id: str, right_run_id: str) -> Judges:
    """Return the validators that count in the metric whose values ``attempt_values`` contains."""
    rows = reader.rows(
        sql_files.read("sql/paired/sides"), left_run_id=left_run_id, right_run_id=right_run_id
    )
    by_side: dict[Side, dict[str, Judge]] = {}
    for row in rows:
        side = Side(str(row["run_id"]), str(row["system_id"]))
        judge = Judge(bool(row["is_primary_validator"]), int(str(row["value_count"])))
        by_side.setdefault(side, {})[str(row["validator_id"])] = judge
    return Judges(metric, by_side)


def why_silent(reader: Reader, side: Side, validator_id: str | None) -> str:
    """
    Explain why no answer of a side counts: the number of answers left out for each reason.

    The text is empty if the side has no answer that a validator should judge.
    """
    rows = reader.rows(
        sql_files.read("sql/paired/left_out"),
        run_id=side.run_id,
        system_id=side.system_id,
        validator_id=validator_id,
    )
    return ", ".join(f"{row['attempt_count']} {row['reason']}" for row in rows)
