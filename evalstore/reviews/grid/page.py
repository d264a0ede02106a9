"""
The HTML page of a grid: one file with its style, its script, its data and its policy.

The policy is that of the report: nothing is loaded, and no text of a model can be executed. All
texts are in compressed blocks, and the script shows them as text only.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final

from markupsafe import Markup

from evalstore.reviews.grid.grid import CaseGrid, grid_of, runs_of
from evalstore.reviews.report import page as report_page
from evalstore.reviews.report.environments import html_environment
from evalstore.store.query.reader import Reader
from evalstore.store.verify import integrity

FOLDER: Final = Path(__file__).parent
# What the page has in common with the report.
SHARED_SCRIPT: Final = report_page.FOLDER / "scripts" / "cases_05_texts.js"
SHARED_STYLE: Final = report_page.FOLDER / "styles" / "base.css"


def page(
    reader: Reader,
    run_ids: Sequence[str],
    store_name: str,
    *,
    suite: str | None = None,
    is_by_run: bool = False,
    system_ids: Sequence[str] = (),
    metrics: Sequence[str] = (),
) -> str:
    """
    Return the page of these runs, after checking the store.

    Raises CorruptStoreError if definitions or the facts of the runs differ from those that this
    installation derives from the segments, and UsageError as ``runs_of`` and ``grid_of`` do.
    """
    integrity.require(integrity.definition_problems(reader))
    shown = runs_of(reader, run_ids, suite, is_by_run=is_by_run)
    with integrity.facts_required(reader, shown):
        grid = grid_of(reader, shown, is_by_run=is_by_run, system_ids=system_ids, metrics=metrics)
        return page_of(grid, store_name, datetime.now(UTC))


def page_of(grid: CaseGrid, store_name: str, generated_at: datetime, *, report: str = "") -> str:
    """Return the HTML page of a grid; ``report`` is the relative address of that of its run."""
    return (
        html_environment()
        .get_template("grid.html.j2")
        .render(
            grid=grid,
            store_name=store_name,
            generated_at=generated_at,
            report=report,
            # Our own files, words and hashes.
            policy=Markup(policy()),  # noqa: S704
            style=Markup(style_sheet()),  # noqa: S704
            script=Markup(script()),  # noqa: S704
        )
    )


def policy() -> str:
    """Return the content security policy of the page."""
    return report_page.policy_of(script(), style_sheet())


@cache
def script() -> str:
    """Return the scripts of the page as one text, in the order of their names."""
    return _joined([SHARED_SCRIPT, *sorted((FOLDER / "scripts").glob("*.js"))])


@cache
def style_sheet() -> str:
    """Return the style sheets of the page as one text, the shared one first."""
    return _joined([SHARED_STYLE, *sorted((FOLDER / "styles").glob("*.css"))])


def _joined(paths: Sequence[Path]) -> str:
    contents = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    return f"\n{contents}\n"
