"""The second section: what was run, how it was judged, and what was corrected later."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from evalstore.base.phrases import counted, short_commit, short_digest
from evalstore.reviews.evidence.collected import Collected, Row
from evalstore.reviews.evidence.pieces import (
    PageCell,
    PagePart,
    PageSection,
    PageTable,
    cells,
    listed,
    measured,
    shown,
    texts_of,
)
from evalstore.reviews.report.judge_checks import PEOPLE, UNCHECKED

SETTINGS_SHOWN_MAX: Final = 80
COUNTS: Final = ("responses", "errors", "missing", "unparsable")


def implementation(
    found: Collected, reports: dict[str, str], cards: dict[str, str]
) -> PageSection:
    """Return the section; ``reports`` and ``cards`` are the addresses of each run's files."""
    return PageSection(
        "Implementation: how it was done",
        [
            _systems(found),
            _settings(found),
            _runs(found, reports, cards),
            _judges(found),
            _corrections(found),
        ],
    )


def _systems(found: Collected) -> PagePart:
    controls = [row["system_id"] for row in found.systems if row["is_control"]]
    others = [row["system_id"] for row in found.systems if not row["is_control"]]
    unnamed = [row["system_id"] for row in found.systems if not row["models"]]
    sentences = [f"{counted(len(others), 'system')} answered: {listed(others)}."]
    if controls:
        sentences.append(
            f"{counted(len(controls), 'control')} that know nothing answered the same cases: "
            f"{listed(controls)}."
        )
    if unnamed:
        sentences.append(f"Which models were called is not recorded for {listed(unnamed)}.")
    columns = ("system", "runs", *COUNTS, "models")
    rows = [
        cells(
            PageCell(str(row["system_id"]), "control" if row["is_control"] else ""),
            row["run_count"],
            *(row[name] for name in _names_of_counts()),
            listed(texts_of(row["models"])) or None,
        )
        for row in found.systems
    ]
    caption = "Systems over all runs; missing is what was expected and never came."
    return PagePart(
        "Of what",
        sentences,
        tables=[PageTable(caption, columns, rows, frozenset({"runs", *COUNTS}))],
    )


def _names_of_counts() -> tuple[str, ...]:
    return ("response_count", "error_count", "missing_count", "unparsable_count")


def _settings(found: Collected) -> PagePart:
    if not found.settings:
        return PagePart("With which settings", ["The runs recorded no settings."])
    names = {row["name"] for row in found.settings}
    varied = sorted(
        str(name)
        for name in names
        if sum(row["name"] == name for row in found.settings) > 1
        or any(row["name"] == name and row["run_count"] != len(found.runs)
               for row in found.settings)
    )  # fmt: skip
    sentences = [f"The runs recorded {counted(len(names), 'setting')} at their start."]
    if varied:
        sentences.append(f"Not the same in all runs: {listed(varied)}.")
    elif len(found.runs) > 1:
        sentences.append("All are the same in every run.")
    shown_rows = found.settings[:SETTINGS_SHOWN_MAX]
    if len(found.settings) > len(shown_rows):
        sentences.append(
            f"The first {len(shown_rows)} of {len(found.settings)} values are below; "
            "data/settings.json has all."
        )
    rows = [cells(row["name"], row["value"], row["run_count"]) for row in shown_rows]
    table = PageTable(
        "Settings as recorded.",
        ("setting", "value", "runs"),
        rows,
        frozenset({"runs"}),
        is_folded=True,
    )
    return PagePart("With which settings", sentences, tables=[table])


def _runs(found: Collected, reports: dict[str, str], cards: dict[str, str]) -> PagePart:
    whole = [run for run in found.runs if run["is_whole"]]
    sentences = [
        (
            f"{len(whole)} of {counted(len(found.runs), 'run')} completed with all cases, of "
            "which each system gave a response to at least 98 %, if only an error or one attempt."
        )
    ]
    if unknown := [run["run_id"] for run in found.runs if not run["git_sha"]]:
        sentences.append(f"Which commit was tested is not recorded for {listed(unknown)}.")
    if retries := [f"{run['run_id']} of {run['retry_of']}" for run in found.runs
                   if run["retry_of"]]:  # fmt: skip
        sentences.append(f"Some runs tried another again: {listed(retries)}.")
    sentences += [
        f"Run {row['run_id']} of the suite is in no period: {row['reason']}."
        for row in found.outside
    ]
    columns = ("run", "started (UTC)", "commit", "status", "cases", *COUNTS, "card")
    rows = [
        cells(
            PageCell(str(run["run_id"]), href=reports.get(str(run["run_id"]), "")),
            run["started_at"],
            PageCell(short_commit(str(run["git_sha"] or "")) or "—", str(run["git_branch"] or "")),
            PageCell(str(run["run_status"]), "" if run["is_whole"] else "not whole"),
            run["case_count"],
            *(run[name] for name in _names_of_counts()),
            PageCell("card", href=cards[str(run["run_id"])]),
        )
        for run in found.runs
    ]
    caption = "Runs, oldest first; a run's name leads to its report."
    return PagePart(
        "The runs",
        sentences,
        tables=[PageTable(caption, columns, rows, frozenset({"cases", *COUNTS}))],
    )


def _judges(found: Collected) -> PagePart:
    judges = [row for row in found.judges if not str(row["validator_id"]).startswith(PEOPLE)]
    people = [row for row in found.judges if str(row["validator_id"]).startswith(PEOPLE)]
    checked = {row["validator_id"] for row in found.agreements}
    unchecked = sorted({str(row["validator_id"]) for row in judges} - {*map(str, checked)})
    person_count = len({row["validator_id"] for row in people})
    sentences = [
        (
            f"{counted(len({row['validator_id'] for row in judges}), 'validator')} judged, and "
            f"{counted(person_count, 'person', 'people') if people else 'nobody'} labelled "
            "replies."
        )
    ]
    raters = sorted({str(row["validator_id"]) for row in judges if row["is_rating"]})
    if raters:
        sentences.append(f"Whether an answer is right is said by {listed(raters)}.")
    counts = Counter(str(row["validator_id"]) for row in judges)
    sentences += [
        f"{name} judged as {count} different judges, by version, digest or model."
        for name, count in counts.items()
        if count > 1
    ]
    sentences += _agreement_sentences(found.agreements)
    if unchecked:
        sentences.append(f"{listed(unchecked)}: {UNCHECKED}.")
    columns = ("validator", "version", "digest", "model", "verdicts", "runs")
    rows = [
        cells(
            row["validator_id"],
            row["validator_version"],
            short_digest(str(row["validator_digest"] or "")),
            row["judge_model"],
            row["verdict_count"],
            row["run_count"],
        )
        for row in found.judges
    ]
    tables = [
        PageTable(
            "Who judged; the digest is of code, data and settings.",
            columns,
            rows,
            frozenset({"verdicts", "runs"}),
        )
    ]
    tables += _agreement_tables(found)
    return PagePart("How it was judged", sentences, tables=tables)


def _agreement_sentences(agreements: Iterable[Row]) -> Iterator[str]:
    counts: dict[str, int] = {}
    for row in agreements:
        name = str(row["validator_id"])
        counts[name] = counts.get(name, 0) + int(str(row["scored_count"]))
    for name, count in sorted(counts.items()):
        yield f"{name} was compared with people on {counted(count, 'reply', 'replies')}."


def _agreement_tables(found: Collected) -> Iterator[PageTable]:
    if found.agreements:
        columns: tuple[str, ...] = ("validator", "system", "run", "kappa", "same verdict")
        rows = [
            cells(
                row["validator_id"],
                row["system_id"],
                row["run_id"],
                measured(row["kappa"], row["ci_low"], row["ci_high"], row["scored_count"]),
                row["percent_agreement"],
            )
            for row in found.agreements
        ]
        yield PageTable(
            "Agreement with people beyond chance (Cohen's kappa, 95 % interval), and the share "
            "of replies on which both say the same.",
            columns, rows, frozenset({"kappa", "same verdict"}),
        )  # fmt: skip
    if found.certificates:
        columns = ("judge", "labels", "sheets", "finds right", "finds wrong")
        rows = [
            cells(
                row["judge"],
                row["label_count"],
                row["label_set_count"],
                PageCell(shown(row["sensitivity"]), f"at least {shown(row['sensitivity_low'])}"),
                PageCell(shown(row["specificity"]), f"at least {shown(row['specificity_low'])}"),
            )
            for row in found.certificates
        ]
        yield PageTable(
            "Labels drawn to certify a judge, of all runs of the suite in this store; the bounds "
            "are one-sided, of 95 % for one sheet and of more for each further one.",
            columns, rows, frozenset(columns[1:]),
        )  # fmt: skip


def _kind(row: Row) -> PageCell:
    is_retraction = (row["kind"], row["what"]) == ("retracted", "retracted")
    return PageCell(
        str(row["kind"]), "what it took back counts again" if is_retraction else ""
    )  # fmt: skip


def _corrections(found: Collected) -> PagePart:
    if not found.corrections:
        return PagePart(
            "What was corrected later",
            ["Nothing of these runs was retracted, corrected or removed after it was recorded."],
        )
    words = {
        "retracted": "retracted", "superseded": "replaced by a correction", "redacted": "removed",
    }  # fmt: skip
    totals: dict[str, int] = {}
    for row in found.corrections:
        what = words[str(row["what"])]
        totals[what] = totals.get(what, 0) + int(str(row["event_count"]))
    told = [f"{counted(count, 'event')} {what}" for what, count in totals.items()]
    run_count = len({row["run_id"] for row in found.corrections})
    columns = ("run", "kind", "what became", "events")
    rows = [
        cells(row["run_id"], _kind(row), words[str(row["what"])], row["event_count"])
        for row in found.corrections
    ]
    tables = [PageTable("What no longer counts.", columns, rows, frozenset({"events"}))]
    if found.retractions:
        reasons = [
            cells(row["run_id"], row["reason"], row["event_count"]) for row in found.retractions
        ]
        tables.append(
            PageTable(
                "Why it was retracted.", ("run", "reason", "events"), reasons,
                frozenset({"events"}),
            )
        )  # fmt: skip
    return PagePart(
        "What was corrected later",
        [
            f"In {counted(run_count, 'run')}, after it was recorded: {listed(told)}.",
            "The log keeps what was retracted or replaced; numbers no longer count it.",
        ],
        tables=tables,
    )
