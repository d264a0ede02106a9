"""
Build a site: reports of the newest runs, a page for each suite, an index, badges and a feed.

A page depends on events, definitions and templates only, and shows the time of the fold, so that
the same store produces the same bytes. Its fingerprint covers all of its sources: a page whose
fingerprint has not changed since the last call is kept.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from evalstore.base import sql_files
from evalstore.base.version import __version__
from evalstore.errors import UsageError
from evalstore.gates.decide import NOT_PASSING, place_among_answers
from evalstore.reviews.charts.drawing.rows import Row, text_of
from evalstore.reviews.gathering import review_of
from evalstore.reviews.grid import page as grid_page
from evalstore.reviews.grid.grid import grid_of
from evalstore.reviews.outputs import badge
from evalstore.reviews.report.gathering import store_information
from evalstore.reviews.report.model import StoreInfo
from evalstore.reviews.report.report import render_html
from evalstore.reviews.report.run_metrics import MetricReader
from evalstore.reviews.report.trend_lines import TrendLine
from evalstore.reviews.review_rows import review_query
from evalstore.reviews.site.feed import feed
from evalstore.reviews.site.folder import SiteFolder
from evalstore.reviews.site.pages import SiteContext, SuiteCard, index_page, suite_html
from evalstore.reviews.site.runs import SiteRun, runs_of, sources_of
from evalstore.reviews.site.suite import (
    badge_file,
    decided_run,
    lines_of_suite,
    suite_file,
    suite_page,
)
from evalstore.store.query.reader import Reader
from evalstore.store.verify import integrity

# The files of the package that may determine the bytes of a page.
SOURCE_ENDINGS: Final = (".py", ".json", ".toml", ".j2", ".css", ".js")
CARD_LINE_LIMIT: Final = 4
FAILING_LIMIT: Final = 4
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """
    The number of newest runs with a report, their branch, and the address of the site.

    With ``has_grids`` each of these runs has a grid, too.
    """

    run_limit: int
    branch: str | None = None
    address: str = ""
    has_grids: bool = False


@dataclass(frozen=True, slots=True)
class _Build:
    reader: Reader
    folder: SiteFolder
    options: SiteOptions
    context: SiteContext
    runs: list[SiteRun]
    suites: dict[str, list[SiteRun]]


def build(
    reader: Reader, root: Path, store_name: str, options: SiteOptions, progress: Progress
) -> SiteFolder:
    """
    Write a site, and return its folder, which lists the written, kept and removed files.

    Raises UsageError if the folder contains something other than a site or the store has no such
    runs, CorruptStoreError like ``report``, StoreError if a file cannot be written.
    """
    folder = SiteFolder(root)
    integrity.require(integrity.definition_problems(reader))
    runs = runs_of(reader, options.branch)
    if not runs:
        where = "" if options.branch is None else f" of branch {options.branch!r}"
        raise UsageError(f"the store has no runs{where}; run `evalstore ingest PATH` to add one")
    suites: dict[str, list[SiteRun]] = {}
    for run in runs:
        suites.setdefault(run.suite_name, []).append(run)
    reported = runs[: options.run_limit]
    newest = max(runs, key=lambda run: run.tree_size)
    context = SiteContext(
        store=store_information(reader, store_name),
        newest=newest,
        report_files=frozenset(run.file_name for run in reported),
        branch=options.branch,
        run_count=len(runs),
    )
    work = _Build(reader, folder, options, context, runs, suites)
    folder.plan(_names(work, reported))
    _write_reports(work, reported, progress)
    for name in suites:
        _write_suite(work, name)
    _write_index(work)
    folder.write(".nojekyll", "")
    folder.finish()
    return folder


def _names(work: _Build, reported: Iterable[SiteRun]) -> list[str]:
    names = ["index.html", "feed.xml", "badge.svg", "badge.json", ".nojekyll"]
    for run in reported:
        names += _files_of(work, run)
    for suite in work.suites:
        names += [suite_file(suite), badge_file(suite, "svg"), badge_file(suite, "json")]
    return names


def _files_of(work: _Build, run: SiteRun) -> list[str]:
    """Return the names of the report of a run, and of its grid if it has one."""
    has_grid = work.options.has_grids and run.has_replies
    return [run.file_name, run.grid_name] if has_grid else [run.file_name]


def _write_reports(work: _Build, reported: Sequence[SiteRun], progress: Progress) -> None:
    sources = sources_of(work.reader, [run.run_id for run in reported])
    common = ("report", work.context.store["name"], _views(work))
    prints = {
        run.run_id: _fingerprint(*common, sources.get(run.run_id, ""), *_files_of(work, run))
        for run in reported
    }
    changed = [
        run for run in reported if not work.folder.has(_files_of(work, run), prints[run.run_id])
    ]
    # Neighbours by id come after each other, so that their metrics are read together.
    changed.sort(key=lambda run: run.run_id)
    integrity.require(
        integrity.fact_problems(work.reader, [run.run_id for run in changed]) if changed else []
    )
    metric_reader = MetricReader(work.reader, {run.run_id for run in changed})
    for done, run in enumerate(changed):
        progress(done, len(changed))
        information: StoreInfo = {
            **work.context.store,
            "tree_size": run.tree_size,
            "root": run.root,
        }
        grids = _files_of(work, run)[1:]
        page = render_html(
            work.reader, [run.run_id], run.recorded_at, information, site_index="../index.html",
            grid=f"../{run.grid_name}" if grids else "", metric_reader=metric_reader,
        )  # fmt: skip
        work.folder.write(run.file_name, page, prints[run.run_id])
        for name in grids:
            grid = grid_page.page_of(
                grid_of(work.reader, [run.run_id]), work.context.store["name"], run.recorded_at,
                report=f"../{run.file_name}",
            )  # fmt: skip
            work.folder.write(name, grid, prints[run.run_id])
    progress(len(changed), len(changed))


def _write_suite(work: _Build, name: str) -> None:
    runs = work.suites[name]
    linked = [run.file_name for run in runs if run.file_name in work.context.report_files]
    decided = decided_run(runs)
    # The review of the decided run reads its baselines, which may be of another suite.
    sources = sources_of(work.reader, [decided.run_id]) if decided else {}
    printed = _fingerprint(
        "suite", work.context.store["name"], _views(work), str(work.options.branch),
        *(f"{run.run_id}@{run.last_position}" for run in runs), *sources.values(), *linked,
    )  # fmt: skip
    files = [suite_file(name)]
    if decided:
        files += [badge_file(name, "svg"), badge_file(name, "json")]
    if work.folder.has(files, printed):
        return
    page = suite_page(work.reader, runs, work.options.branch)
    work.folder.write(files[0], suite_html(work.context, page), printed)
    if page.review is not None:
        work.folder.write(badge_file(name, "svg"), badge.svg(page.review), printed)
        work.folder.write(badge_file(name, "json"), badge.shields(page.review), printed)


def _write_index(work: _Build) -> None:
    decided = decided_run(work.runs)
    sources = sources_of(work.reader, [decided.run_id]) if decided else {}
    printed = _fingerprint(
        "index", work.context.store["name"], _views(work), str(work.options.branch),
        work.options.address, str(work.context.store["tree_size"]),
        *sorted(work.context.report_files), *sources.values(),
        *(f"{run.run_id}@{run.last_position}" for run in work.runs),
    )  # fmt: skip
    files = ["index.html", "feed.xml", *(["badge.svg", "badge.json"] if decided else [])]
    if work.folder.has(files, printed):
        return
    cards = [_card(work, name, runs) for name, runs in work.suites.items()]
    cards.sort(key=lambda card: place_among_answers(card.decided.answer if card.decided else ""))
    work.folder.write("index.html", index_page(work.context, cards, work.runs), printed)
    name, address = work.context.store["name"], work.options.address
    text = feed(name, work.runs, work.context.report_files, address)
    work.folder.write("feed.xml", text, printed)
    if decided:
        review = review_of(work.reader, decided.run_id, case_limit=1)
        work.folder.write("badge.svg", badge.svg(review), printed)
        work.folder.write("badge.json", badge.shields(review), printed)


def _card(work: _Build, name: str, runs: list[SiteRun]) -> SuiteCard:
    decided = decided_run(runs)
    failing = [] if decided is None else _not_passing(work.reader, decided.run_id)
    lines = [
        line
        for line in lines_of_suite(work.reader, runs, work.options.branch)
        if line.key.slice_name == "all" or _is_at_fault(line)
    ]
    # Failing lines first, then the others in the order of a dashboard.
    lines.sort(key=lambda line: not _is_at_fault(line))
    return SuiteCard(
        name=name,
        runs=tuple(runs),
        decided=decided,
        failing=tuple(failing[:FAILING_LIMIT]),
        failing_count=len(failing),
        lines=tuple(lines[:CARD_LINE_LIMIT]),
    )


def _is_at_fault(line: TrendLine) -> bool:
    return line.decision in NOT_PASSING and not line.is_informational


def _not_passing(reader: Reader, run_id: str) -> list[str]:
    """Return a sentence for each row that keeps a run from passing, worst first."""
    rows = [
        row
        for row in review_query(reader, "gates", run_id=run_id)
        if row["decision"] in NOT_PASSING and not (row["is_informational"] or row["is_foreign"])
    ]
    rows.sort(key=lambda row: place_among_answers(text_of(row, "decision")))
    return [f"{_about(row)}: {text_of(row, 'reason')}" for row in rows]


def _about(row: Row) -> str:
    names = [text_of(row, "metric"), f"of {text_of(row, 'system_id') or 'no system'}"]
    if text_of(row, "slice_name") not in {"", "all"}:
        names.append(f"on {text_of(row, 'slice_name')}={text_of(row, 'slice_value')}")
    return " ".join(names)


def _views(work: _Build) -> str:
    return f"{work.context.store['views_sha256']} {code_fingerprint()}"


def _fingerprint(*parts: str) -> str:
    digest = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.hexdigest()


@cache
def code_fingerprint() -> str:
    """Return the SHA-256, in hex, of the version, code, queries, styles and templates."""
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(sql_files.PACKAGE.rglob("*")):
        if path.suffix in SOURCE_ENDINGS:
            name = path.relative_to(sql_files.PACKAGE).as_posix().encode()
            digest.update(hashlib.sha256(name + b"\0" + path.read_bytes()).digest())
    digest.update(sql_files.fingerprint(*sql_files.FOLDERS).encode())
    return digest.hexdigest()
