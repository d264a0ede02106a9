"""A sentence for each thing that the store does not say of the runs of a suite."""

from collections.abc import Iterator

from evalstore.base.phrases import counted
from evalstore.reviews.evidence.collected import Collected
from evalstore.reviews.evidence.decided_numbers import Numbers
from evalstore.reviews.evidence.pieces import listed
from evalstore.reviews.report.judge_checks import UNCHECKED


def unknowns(found: Collected, numbers: Numbers) -> list[str]:
    """Return what is not known: of runs, judges, decisions and this archive itself."""
    return [*_of_runs(found), *_of_judges(found), *_of_decisions(found, numbers), *_of_pack(found)]


def _of_runs(found: Collected) -> Iterator[str]:
    about = {
        "which version of the suite was asked": "suite_version",
        "which commit was tested": "git_sha",
        "from which seed they drew": "seed",
        "how many cases they should have had": "declared_case_count",
    }
    for words, column in about.items():
        if names := [run["run_id"] for run in found.runs if run[column] is None]:
            yield f"Of {_some(names, found)}, {words}."
    if any(row["domain"] is None for row in found.cases):
        yield "Of some cases, to which domain they belong."
    if found.redacted_ids:
        yield (
            f"What the removed payloads of {listed(sorted(found.redacted_ids))} said; numbers of "
            "these runs are not given."
        )


def _some(names: list[object], found: Collected) -> str:
    return "all runs" if len(names) == len(found.runs) else listed(names)


def _of_judges(found: Collected) -> Iterator[str]:
    checked = {row["validator_id"] for row in found.agreements}
    raters = {str(row["validator_id"]) for row in found.judges if row["is_rating"]}
    if unchecked := sorted(name for name in raters - checked if not name.startswith("human:")):
        yield f"Whether people would say the same as {listed(unchecked)}: {UNCHECKED}."
    without = sorted({
        str(row["validator_id"])
        for row in found.judges
        if row["validator_digest"] is None and not str(row["validator_id"]).startswith("human:")
    })  # fmt: skip
    if without:
        yield (
            f"Of what {listed(without)} {'is' if len(without) == 1 else 'are'} made: without a "
            "digest of code and data, only the name says whether the judge was the same in all "
            "runs."
        )


def _of_decisions(found: Collected, numbers: Numbers) -> Iterator[str]:
    own = list(found.own_decisions())
    if tries := [row for row in own if row["try_number"] is None and not row["is_informational"]]:
        yield f"Which try of its commit a run was, in {counted(len(tries), 'decision')}."
    if bare := [row for row in own if row["value"] is not None and row["ci_low"] is None]:
        metrics = sorted({str(row["metric"]) for row in bare})
        yield (
            f"How far the value could be off by chance, in {counted(len(bare), 'decision')} on "
            f"{listed(metrics)}: no interval was recorded."
        )
    if undecided := [row for row in own if row["decision"] in {"undecided", "broken"}]:
        yield (
            f"Whether the requirement is met, in {counted(len(undecided), 'decision')} that came "
            "to undecided or broken; the reasons stand beside them."
        )
    outside = sorted(
        {str(row["baseline_run_id"]) for row in own if row["baseline_run_id"]} - {*found.run_ids}
    )
    if outside:
        yield (
            f"What the baselines {listed(outside)} rest on: they are no runs of this period, and "
            "their events are not in this archive."
        )
    if missing := [number for number in numbers.values() if not number.file]:
        yield (
            f"Of {counted(len(missing), 'decided number')} the archive has no bundle; the reasons "
            "stand in the tables of decisions."
        )


def _of_pack(found: Collected) -> Iterator[str]:
    yield (
        f"How the systems would do on questions other than those of {found.suite}: the numbers "
        "are about cases like these."
    )
    yield (
        "That no run was left out: runs that were never ingested are in no log. That the events "
        "of the bundles are in the log is shown by their positions and hashes, and by whoever has "
        "the segments."
    )
