"""
Identity of judges: verdicts are compared only if the same judge gave them.

Judges are identified by the digest of the validator. A verdict without a digest, such as an older
or foreign one, is identified by the id and version of its validator and by the judging model, if
known.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.base.phrases import counted, short_digest
from evalstore.metrics.catalog import Metric
from evalstore.plugins import registry
from evalstore.statistics.paired import Side
from evalstore.store.query.queries import Queryable
from evalstore.store.query.run_range import run_range

NAMED_COUNT_MAX = 3
PEOPLE = "human:"
ALLOWED = "or allow different judges with --allow-other-judge"


@dataclass(frozen=True, slots=True)
class JudgedCases:
    """Number of cases of a run that one judge judged; unknown traits of the judge are None."""

    run_id: str
    version: str | None
    digest: str | None
    case_count: int
    model: str | None = None

    @property
    def judge(self) -> str:
        """
        Return the judge's version and short digest, or its model if it has no digest.

        >>> JudgedCases("r1", "1.0", "0a" * 32, 5).judge
        '1.0 (0a0a0a0a0a0a)'
        """
        model = f"{self.model}, " if self.model else ""
        short = short_digest(self.digest) if self.digest else f"{model}no digest"
        return f"{self.version or 'no version'} ({short})"


@dataclass(frozen=True, slots=True)
class JudgeTraits:
    """Traits that distinguish judges; ``models`` are those of verdicts without a digest."""

    digests: frozenset[str] = frozenset()
    versions: frozenset[str] = frozenset()
    models: frozenset[str] = frozenset()
    has_unknown: bool = False

    @classmethod
    def of(cls, judged: Sequence[JudgedCases]) -> "JudgeTraits":
        """Return the traits of the judges of these cases."""
        unknown = [cases for cases in judged if cases.digest is None]
        return cls(
            frozenset(cases.digest for cases in judged if cases.digest is not None),
            frozenset(cases.version for cases in judged if cases.version is not None),
            frozenset(cases.model for cases in unknown if cases.model is not None),
            bool(unknown),
        )

    def __or__(self, other: "JudgeTraits") -> "JudgeTraits":
        return JudgeTraits(
            self.digests | other.digests,
            self.versions | other.versions,
            self.models | other.models,
            self.has_unknown or other.has_unknown,
        )

    @property
    def are_of_one(self) -> bool:
        """Return True if the traits are consistent with a single judge."""
        is_known = len(self.versions) <= 1 and len(self.models) <= 1
        return len(self.digests) <= 1 and (is_known or not self.has_unknown)


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    """
    Result for verdicts of possibly several judges: why they cannot be mixed, a remedy, a note.

    All texts are empty if one judge judged everything; ``has_digests`` is True if some verdict
    has a digest.
    """

    obstacle: str = ""
    way_out: str = ""
    note: str = ""
    has_digests: bool = False

    def refusal(self, *, allow_other_judge: bool) -> str:
        """Return why the values cannot be used, with the remedy; empty if they can."""
        return "" if allow_other_judge or not self.obstacle else f"{self.obstacle}; {self.way_out}"

    @property
    def remark(self) -> str:
        """Return a remark on values that are used although judges differ, or the note."""
        return f"other judges are allowed: {self.obstacle}" if self.obstacle else self.note


class VerdictIdentities:
    """The judges of each run, read once per run."""

    def __init__(self, reader: Queryable) -> None:
        self._reader = reader
        self._found: dict[str, dict[tuple[str, str], list[JudgedCases]]] = {}

    def read(self, run_ids: Iterable[str]) -> None:
        """Read the judges of several runs in one query."""
        wanted = {run_id for run_id in run_ids if run_id not in self._found}
        if not wanted:
            return
        self._found |= {run_id: {} for run_id in wanted}
        for row in self._reader.rows(sql_files.read("sql/paired/judges"), **run_range(wanted)):
            if row["run_id"] not in wanted:
                continue
            about = str(row["system_id"]), str(row["validator_id"])
            version, digest, model = (
                None if row[name] is None else str(row[name])
                for name in ("validator_version", "validator_digest", "judge_model")
            )
            count = int(str(row["case_count"]))
            judged = JudgedCases(str(row["run_id"]), version, digest, count, model)
            self._found[judged.run_id].setdefault(about, []).append(judged)

    def of(self, side: Side, validator_id: str) -> list[JudgedCases]:
        """Return how many cases of a system each version and digest of a validator judged."""
        self.read([side.run_id])
        return self._found[side.run_id].get((side.system_id, validator_id), [])

    def validator_ids(self, run_ids: Iterable[str]) -> list[str]:
        """Return the validators whose verdicts count in some of these runs."""
        wanted = list(run_ids)
        self.read(wanted)
        return sorted({name for run_id in wanted for _, name in self._found[run_id]})

    def is_labelled(self, side: Side) -> bool:
        """Return True if people labelled replies of a system."""
        self.read([side.run_id])
        return any(
            system_id == side.system_id and validator_id.startswith(PEOPLE)
            for system_id, validator_id in self._found[side.run_id]
        )

    def agreement(
        self, metric: Metric, sides: Iterable[Side], validator_id: str
    ) -> JudgeAgreement:
        """Check whether one judge judged these sides, if the metric depends on verdicts."""
        if not metric.reads_outcomes:
            return JudgeAgreement()
        unique_sides = dict.fromkeys(sides)
        self.read(side.run_id for side in unique_sides)
        judged = [cases for side in unique_sides for cases in self.of(side, validator_id)]
        return agreement(validator_id, judged)


def judging(run_ids: Iterable[str], validator_ids: Iterable[str]) -> str:
    """
    Return commands that judge these runs by these validators; empty if evalstore has none.

    >>> judging(["r1"], ["factual", "grader-of-another-tool"])
    '`evalstore judge r1 --validator factual`'
    """
    offered = registry.module_names("validators")
    named = [name for name in validator_ids if name in offered][:NAMED_COUNT_MAX]
    return " or ".join(
        f"`evalstore judge {run_id} --validator {name}`" for run_id in run_ids for name in named
    )


def agreement(validator_id: str, judged: Sequence[JudgedCases]) -> JudgeAgreement:
    """
    Check whether the same judge judged all of these cases.

    >>> one, other = (JudgedCases(run_id, "1", run_id * 64, 5) for run_id in "ab")
    >>> agreement("exact", [one, other]).obstacle
    'not the same exact judged: 1 (aaaaaaaaaaaa) 5 cases of a, 1 (bbbbbbbbbbbb) 5 cases of b'
    """
    unknown = [cases for cases in judged if cases.digest is None]
    traits = JudgeTraits.of(judged)
    digests = traits.digests
    if not traits.are_of_one:
        counts = ", ".join(
            f"{judge} {_cases([cases for cases in judged if cases.judge == judge])}"
            for judge in dict.fromkeys(cases.judge for cases in judged)
        )
        obstacle = f"not the same {validator_id} judged: {counts}"
        return JudgeAgreement(obstacle, _way_out(validator_id, judged), "", bool(digests))
    is_mixed = bool(digests) or len({cases.run_id for cases in judged}) > 1
    if unknown and is_mixed:
        note = (
            f"{validator_id} is compared by id and version where its verdicts have no digest: "
            f"{_cases(unknown)}"
        )
        return JudgeAgreement("", "", note, bool(digests))
    return JudgeAgreement("", "", "", bool(digests))


def _cases(judged: Sequence[JudgedCases]) -> str:
    """Describe how many cases of which runs, for the first few runs."""
    named = [
        f"{counted(cases.case_count, 'case')} of {cases.run_id}"
        for cases in judged[:NAMED_COUNT_MAX]
    ]
    others = len(judged) - len(named)
    if others:
        named.append(f"those of {counted(others, 'other run')}")
    return " and ".join(named)


def _way_out(validator_id: str, judged: Sequence[JudgedCases]) -> str:
    if validator_id not in registry.module_names("validators"):
        return (
            f"evalstore has no validator module {validator_id}, so it cannot judge again; use "
            f"verdicts of one judge, {ALLOWED}"
        )
    run_ids = list(dict.fromkeys(cases.run_id for cases in judged))
    commands = " and ".join(
        f"`evalstore judge {run_id} --validator {validator_id} --only judged`"
        for run_id in run_ids[:NAMED_COUNT_MAX]
    )
    others = len(run_ids) - NAMED_COUNT_MAX
    more = f", and the same for {counted(others, 'other run')}" if others > 0 else ""
    return f"run {commands}{more} to judge again, {ALLOWED}"
