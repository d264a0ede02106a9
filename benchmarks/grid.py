"""The grid of 50,000 cases by three systems: what it takes to write, and to use in a browser."""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from benchmarks.harness import cached, cost_of, table
from benchmarks.make_report_run import RUN
from benchmarks.report_page import ARGUMENTS, CHROMIUM, NOWHERE, seconds

if TYPE_CHECKING:
    from playwright.sync_api import Page

CASE_COUNT, SYSTEM_COUNT = 50_000, 3
TIMEOUT_MS: Final = 120_000
FILLED: Final = ".rows .text:not(:empty)"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=CASE_COUNT)
    parser.add_argument("--systems", type=int, default=SYSTEM_COUNT)
    asked = parser.parse_args()
    path = cached(
        f"grid-run-{asked.cases}-{asked.systems}.ndjson",
        lambda path: cost_of(
            [sys.executable, "-m", "benchmarks.make_report_run", asked.cases, path, asked.systems]
        ),
    )
    with tempfile.TemporaryDirectory() as folder:
        store, page = Path(folder) / "warehouse", Path(folder) / "grid.html"
        command = [sys.executable, "-m", "evalstore"]
        cost_of([*command, "init", "--store", store])
        cost_of([*command, "ingest", path, "--store", store])
        written = cost_of([*command, "grid", "--run", RUN, "--store", store, "-o", page])
        rows = [
            ("written, CPU s", f"{written.cpu_s:.1f}", "at most 30"),
            ("written, peak MB", f"{written.rss_mb:.0f}", "under 1500"),
            ("size, MB", f"{page.stat().st_size / 1e6:.1f}", "under 60"),
        ]
        if Path(CHROMIUM).exists():
            rows += in_browser(page)
        title = f"The grid of {asked.cases:,} cases by {asked.systems} systems"
        table(title, ("", "measured", "to reach"), rows)


def in_browser(path: Path) -> list[tuple[str, str, str]]:
    """Return what the page takes in headless Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        started = time.perf_counter()
        page.goto(path.as_uri(), wait_until="commit")
        page.wait_for_selector(FILLED)
        shown_s = time.perf_counter() - started
        rows = [("first rows with their replies, s", f"{shown_s:.2f}", "under 4"), *used(page)]
        heap_mb = page.evaluate("performance.memory.usedJSHeapSize / 1e6")
        nodes = page.evaluate("document.querySelectorAll('*').length")
        browser.close()
    return [
        *rows,
        ("memory of its scripts, MB", f"{heap_mb:.0f}", ""),
        ("elements", f"{nodes:,}", ""),
    ]


def used(page: "Page") -> list[tuple[str, str, str]]:
    """Return what filter, sort, jump and search take, each until the page shows the result."""
    steps = [
        ("jump to the last case, s", lambda: jump_to_end(page), "under 0.5"),
        ("sort by a column's right answers, s", lambda: sort_by_column(page), "under 0.5"),
        ("filter by outcome, s", lambda: filter_by(page, "outcome", "abstained"), "under 0.5"),
        ("cases whose outcome differs, s", lambda: tick(page, "differs"), "under 0.5"),
        ("all texts searched, first time, s", lambda: search(page, NOWHERE), "under 5"),
        ("all texts searched, again, s", lambda: search(page, NOWHERE + "!"), "under 1"),
    ]
    rows = []
    for name, step, target in steps:
        rows.append((name, f"{seconds(step):.2f}", target))
        page.click("button[type=reset]")
        page.get_by_role("status").filter(has_not_text=" of ").wait_for()
    return rows


def jump_to_end(page: "Page") -> None:
    """Scroll to the last case, and wait for its texts."""
    page.focus("#grid")
    page.keyboard.press("Control+End")
    page.wait_for_selector(f".row:last-child {FILLED.removeprefix('.rows ')}")


def sort_by_column(page: "Page") -> None:
    """Sort by what the first system got wrong."""
    page.click("#cell-head-1")
    page.wait_for_selector("#cell-head-1[aria-sort]")
    page.wait_for_selector(FILLED)


def filter_by(page: "Page", field: str, value: str) -> None:
    """Choose a value of a field, and wait for the number of cases."""
    page.select_option(f"[name={field}]", value)
    page.get_by_role("status").filter(has_text=" of ").wait_for()
    page.wait_for_selector(FILLED)


def tick(page: "Page", field: str) -> None:
    """Tick a box, and wait for the number of cases."""
    page.check(f"[name={field}]")
    page.get_by_role("status").filter(has_text=" of ").wait_for()
    page.wait_for_selector(FILLED)


def search(page: "Page", text: str) -> None:
    """Search all texts for what none has."""
    page.fill("[name=text]", text)
    page.get_by_text("0 of ", exact=False).first.wait_for()


if __name__ == "__main__":
    main()
