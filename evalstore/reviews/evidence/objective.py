"""The first section: what was to be found out, and what had to be met."""

from collections import Counter
from collections.abc import Iterator

from evalstore.base.phrases import counted
from evalstore.metrics import catalog
from evalstore.reviews.evidence.collected import Collected, Row
from evalstore.reviews.evidence.pieces import (
    PageCell,
    PagePart,
    PageSection,
    PageTable,
    cells,
    listed,
    shown,
    span,
    texts_of,
    were,
)


def objective(found: Collected) -> PageSection:
    """Return the section: the questions of the suite, and the gates that decided."""
    return PageSection("Objective: what was to be found out", [_asked(found), _plan(found)])


def _asked(found: Collected) -> PagePart:
    runs = found.runs
    sentences = [
        f"Suite {found.suite} was run {counted(len(runs), 'time')} {found.period}.",
        _started(runs),
        *_versions(runs),
        *_counts(runs),
    ]
    rows = [
        cells(
            row["domain"] or "no domain stated",
            span(row["case_count_min"], row["case_count_max"], "case"),
            row["newest_case_count"],
            row["question_count"],
            row["run_count"],
        )
        for row in found.cases
    ]
    columns = ("domain", "cases of a run", "newest run", "questions", "runs")
    caption = (
        "Cases by domain. Different questions are counted over all runs by their text: a dash "
        "where some have none."
    )
    return PagePart(
        "What was asked",
        sentences,
        tables=[PageTable(caption, columns, rows, frozenset(columns[2:]))],
    )


def _started(runs: list[Row]) -> str:
    first, last = shown(runs[0]["started_at"]), shown(runs[-1]["started_at"])
    if len(runs) == 1:
        return f"The run started at {first} UTC."
    return f"The first run started at {first}, the last at {last} UTC."


def _versions(runs: list[Row]) -> Iterator[str]:
    counts = Counter(run["suite_version"] for run in runs)
    unknown = counts.pop(None, 0)
    if len(counts) == 1 and not unknown:
        yield f"The version of the suite is {next(iter(counts))}."
    elif counts:
        parts = [
            f"{version} ({counted(count, 'run')})"
            for version, count in sorted(counts.items(), key=str)
        ]
        yield f"The versions of the suite are {listed(parts)}."
    if unknown:
        yield f"{counted(unknown, 'run')} {'does' if unknown == 1 else 'do'} not state a version."


def _counts(runs: list[Row]) -> Iterator[str]:
    cases = [int(str(run["case_count"])) for run in runs]
    canaries = [int(str(run["canary_count"])) for run in runs]
    clusters = [int(str(run["cluster_count"] or 0)) for run in runs]
    yield f"A run asked {span(min(cases), max(cases), 'case')}."
    if short := [run for run in runs if _lacks_cases(run)]:
        names = [f"{run['run_id']} ({run['case_count']} of {run['declared_case_count']})"
                 for run in short]  # fmt: skip
        yield f"Fewer cases than it declares has {listed(names)}."
    if max(canaries):
        yield (
            f"A run has {span(min(canaries), max(canaries), 'canary', 'canaries')}, which must "
            "never fail."
        )
    if max(clusters):
        yield (
            f"The cases of a run are in {span(min(clusters), max(clusters), 'cluster')}, within "
            "which they are not independent."
        )
    attempts = [int(str(run["attempt_count"] or 0)) for run in runs]
    if max(attempts) > 1:
        yield f"A system answered a case up to {max(attempts)} times."


def _lacks_cases(run: Row) -> bool:
    declared = run["declared_case_count"]
    return declared is not None and int(str(run["case_count"])) < int(str(declared))


def _plan(found: Collected) -> PagePart:
    if not found.plan:
        return PagePart(
            "What had to be met",
            ["No gate of this store decided on these runs: nothing says what they had to meet."],
        )
    configurations = {row["config_number"]: row["config_sha256"] for row in found.plan}
    if len(configurations) == 1:
        first = (
            "All decisions are by one configuration of gates: what was required did not change "
            "within the period."
        )
    else:
        first = (
            f"The decisions are by {len(configurations)} configurations of gates: what was "
            "required, or of which systems, changed within the period, or differs between runs."
        )
    gates = {row["gate_id"] for row in found.plan}
    told = {row["gate_id"] for row in found.plan if row["is_informational"]}
    sentences = [
        first,
        (
            f"There {were(len(gates))} {counted(len(gates), 'gate')}, of which {len(told)} only "
            "informed. The table is what the decisions themselves recorded."
        ),
        *_by_point(found),
    ]
    meanings = [
        catalog.catalog()[name].sentence
        for name in sorted({str(row["metric"]) for row in found.plan})
        if name in catalog.catalog()
    ]
    return PagePart(
        "What had to be met",
        sentences,
        codes={
            f"SHA-256 of configuration {number}": str(digest or "not recorded")
            for number, digest in configurations.items()
        },
        lines=meanings,
        tables=[_gates(found.plan)],
    )


def _by_point(found: Collected) -> Iterator[str]:
    points = {
        str(row["gate_id"])
        for row in found.plan
        if row["require"] == "point" and not row["is_informational"]
    }
    if points:
        yield (
            f"By the value alone, which has no stated error rate, {listed(sorted(points))} "
            f"{'decides' if len(points) == 1 else 'decide'}."
        )


def _gates(plan: list[Row]) -> PageTable:
    columns = ("gate", "metric", "of", "required", "baseline", "configuration", "runs")
    rows = [
        cells(
            PageCell(shown(row["gate_id"]), "informs only" if row["is_informational"] else ""),
            PageCell(shown(row["metric"]), _settings(row)),
            _slice(row),
            row["threshold"],
            row["baseline_reference"] or listed(texts_of(row["must_beat"])),
            row["config_number"],
            row["run_count"],
        )
        for row in plan
    ]
    return PageTable("Gates as recorded.", columns, rows, frozenset({"configuration", "runs"}))


def _settings(row: Row) -> str:
    return "" if row["parameters"] is None else f"with {row['parameters']}"


def _slice(row: Row) -> str:
    if row["slice_name"] == "all":
        return "all cases"
    if not row["slice_value_count"]:
        return f"every value of {row['slice_name']}"
    if row["slice_value"] is None:
        return f"each of {row['slice_value_count']} values of {row['slice_name']}"
    return f"{row['slice_name']} = {row['slice_value']}"
