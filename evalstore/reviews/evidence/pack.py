"""
Write the evidence of a suite and a period as one zip file.

The same store and period give the same bytes: times are those of the log, rows have an order,
numbers are computed in one thread, and members have a fixed time.
"""

import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from evalstore.errors import CorruptStoreError
from evalstore.reviews.evidence import first_page
from evalstore.reviews.evidence.analysis import analysis, summary
from evalstore.reviews.evidence.collected import Collected, Row, collect, runs_of_period
from evalstore.reviews.evidence.decided_numbers import Numbers, decided_numbers
from evalstore.reviews.evidence.implementation import implementation
from evalstore.reviews.evidence.objective import objective
from evalstore.reviews.evidence.period import Period
from evalstore.reviews.evidence.run_card import as_json, run_card
from evalstore.reviews.report.gathering import store_information
from evalstore.reviews.report.report import render_html
from evalstore.reviews.report.run_metrics import MetricReader
from evalstore.reviews.site.names import safe_name
from evalstore.store.explanation.bundles import bundling
from evalstore.store.layout import Layout
from evalstore.store.log import checkpoint
from evalstore.store.query.reader import Reader
from evalstore.store.replica import partial
from evalstore.store.verify import sending

FOLDER: Final = Path(__file__).parent
# What is counted, and of how many: bundles, then runs.
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class EvidencePack:
    """
    A pack that was written.

    ``sums_sha256`` is the SHA-256 of its SHA256SUMS in hex, to be told apart from the file;
    ``without_bundle`` counts the decided numbers that have no bundle.
    """

    path: str
    suite: str
    period: str
    run_ids: list[str]
    decision_count: int
    bundle_count: int
    without_bundle: int
    report_count: int
    checkpoint_count: int
    tree_size: int
    root: str
    sums_sha256: str

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``evalstore evidence --json`` prints."""
        return {name: getattr(self, name) for name in self.__slots__}


def write(
    reader: Reader,
    suite: str,
    period: Period,
    path: Path,
    progress: Progress,
    *,
    without_texts: bool = False,
) -> EvidencePack:
    """
    Write the pack of a suite's runs in a period.

    Raises UsageError for an unknown suite, a period without runs, a file that exists and a partial
    replica; CorruptStoreError if definitions, log or facts of the runs do not match the segments;
    StoreError if the file cannot be written.
    """
    bundling.BundleOptions(path).require_new(reader.layout)
    partial.require_none(reader.layout, "the evidence of a period needs every run of it")
    reader.connection.execute("set threads = 1")
    runs = runs_of_period(reader, suite, period)
    sending.require_runs(reader, [str(run["run_id"]) for run in runs])
    found = collect(reader, suite, period.words, runs, without_texts=without_texts)
    with tempfile.TemporaryDirectory(prefix="evalstore-evidence-") as name:
        folder = Path(name)
        numbers = decided_numbers(
            reader, found.own_decisions(), folder, found.redacted_ids,
            lambda done, total: progress("bundles", done, total), without_texts=without_texts,
        )  # fmt: skip
        cards, reports = {}, {}
        metric_reader = MetricReader(reader, {*found.run_ids} - found.redacted_ids)
        for done, run in enumerate(found.runs):
            progress("runs", done, len(found.runs))
            run_id = str(run["run_id"])
            of_run = collect(reader, suite, "", [run], without_texts=without_texts)
            card = run_card(reader, of_run, run_id, metric_reader)
            cards[run_id] = _write_json(folder, f"cards/{safe_name(run_id)}.json", card)
            if not without_texts and run_id not in found.redacted_ids:
                reports[run_id] = _write_report(reader, folder, run_id, found, metric_reader)
        progress("runs", len(found.runs), len(found.runs))
        sizes = list(_write_checkpoints(reader.layout, folder, found))
        _write_data(folder, found, numbers)
        _write_pages(folder, found, numbers, reports, cards, sizes, without_texts=without_texts)
        sums = bundling.zip_folder(folder, path)
    bundle_count = sum(bool(number.file) for number in numbers.values())
    return EvidencePack(
        path=str(path),
        suite=suite,
        period=period.words,
        run_ids=found.run_ids,
        decision_count=len(list(found.own_decisions())),
        bundle_count=bundle_count,
        without_bundle=len(numbers) - bundle_count,
        report_count=len(reports),
        checkpoint_count=len(sizes),
        tree_size=int(str(found.log["tree_size"])),
        root=str(found.log["root"]),
        sums_sha256=sums,
    )


def _write_report(
    reader: Reader, folder: Path, run_id: str, found: Collected, metric_reader: MetricReader
) -> str:
    """Write the report of a run, with the time of the log, and return its address."""
    name = f"reports/{safe_name(run_id)}.html"
    recorded_at = found.log["recorded_at"]
    if not isinstance(recorded_at, datetime):
        raise CorruptStoreError("the newest batch of the log has no time; run `evalstore verify`")
    page = render_html(
        reader, [run_id], recorded_at.replace(tzinfo=UTC),
        store_information(reader, str(found.suite)), site_index="../index.html",
        metric_reader=metric_reader,
    )  # fmt: skip
    _write(folder, name, page)
    return name


def _write_checkpoints(layout: Layout, folder: Path, found: Collected) -> Iterator[str]:
    """Write the newest checkpoint, and those of the sizes at which gates decided; yield sizes."""
    sizes = {row["tree_size"] for row in found.decisions if not row["is_foreign"]}
    for size in sorted({int(str(size)) for size in sizes if size} - {found.log["tree_size"]}):
        file = layout.checkpoints / f"{size}.json"
        if file.exists():
            _write(folder, f"checkpoints/{size}.json", checkpoint.read(file).to_json())
            yield str(size)
    newest = int(str(found.log["tree_size"]))
    _write(
        folder,
        f"checkpoints/{newest}.json",
        bundling.checkpoint_text(layout, newest, str(found.log["root"])),
    )
    yield str(newest)


def _write_data(folder: Path, found: Collected, numbers: Numbers) -> None:
    """Write the rows that the first page is made from, a file for each kind."""
    for name in (
        "plan", "runs", "cases", "systems", "settings", "judges", "agreements", "certificates",
        "decisions", "corrections", "retractions",
    ):  # fmt: skip
        _write_json(folder, f"data/{name}.json", as_json(getattr(found, name)))
    rows: list[Row] = [
        {
            "run_id": number.run_id,
            "metric": number.metric,
            "slice_name": number.slice_name,
            "file": number.file or None,
            "sums_sha256": number.sums_sha256 or None,
            "why_none": number.why_none or None,
            "left_out": [row for row in number.reasons if row["reason"] is not None],
        }
        for number in numbers.values()
    ]
    _write_json(folder, "data/bundles.json", as_json(rows))


def _write_pages(
    folder: Path,
    found: Collected,
    numbers: Numbers,
    reports: dict[str, str],
    cards: dict[str, str],
    sizes: list[str],
    *,
    without_texts: bool,
) -> None:
    sections = [
        objective(found),
        implementation(found, reports, cards),
        analysis(found, numbers, sizes),
    ]
    title = f"Evidence: {found.suite}, {found.period}"
    notes = summary(found)
    if without_texts:
        notes.append("Texts of questions, replies and judges are left out, and so are reports.")
    _write(folder, "index.html", first_page.html(title, notes, sections))
    _write(folder, "index.md", first_page.markdown(title, notes, sections))
    readme = (FOLDER / "readme.txt").read_text(encoding="utf-8")
    _write(folder, "README.txt", readme.format(title=title, underline="=" * len(title)))


def _write_json(folder: Path, name: str, value: Any) -> str:
    _write(folder, name, json.dumps(value, ensure_ascii=False, indent=1) + "\n")
    return name


def _write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
