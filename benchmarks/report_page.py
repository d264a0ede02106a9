"""The page of a run of 50,000 cases: time to write it, its size, its time in a browser."""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.harness import cached, cost_of, table
from benchmarks.make_report_run import RUN

CASE_COUNT = 50_000
CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
# What no reply says, so that every text is searched.
NOWHERE = "no such words anywhere"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=CASE_COUNT)
    asked = parser.parse_args()
    path = cached(
        f"report-run-{asked.cases}.ndjson",
        lambda path: cost_of(
            [sys.executable, "-m", "benchmarks.make_report_run", asked.cases, path]
        ),
    )
    with tempfile.TemporaryDirectory() as folder:
        store, page = Path(folder) / "warehouse", Path(folder) / "report.html"
        command = [sys.executable, "-m", "evalstore"]
        cost_of([*command, "init", "--store", store])
        cost_of([*command, "ingest", path, "--store", store])
        written = cost_of([*command, "report", "--run", RUN, "--store", store, "-o", page])
        rows = [
            ("written, wall s", f"{written.wall_s:.1f}", "at most 10"),
            ("written, CPU s", f"{written.cpu_s:.1f}", ""),
            ("written, peak MB", f"{written.rss_mb:.0f}", ""),
            ("size, MB", f"{page.stat().st_size / 1e6:.1f}", "under 25"),
        ]
        if Path(CHROMIUM).exists():
            rows += in_browser(page)
        table(f"The page of a run of {asked.cases:,} cases", ("", "measured", "to reach"), rows)


def in_browser(path: Path) -> list[tuple[str, str, str]]:
    """Return what the page takes in headless Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page()
        page.goto(path.as_uri())
        painted_ms = page.evaluate(
            "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"
        )
        name = page.locator("[data-cases]").first.get_attribute("data-cases")
        listed_s = seconds(lambda: (
            page.evaluate(f"location.hash = '{name}'"), page.wait_for_selector(".case-row")
        ))  # fmt: skip
        opened_s = seconds(lambda: (
            page.keyboard.press("Enter"), page.wait_for_selector("dialog[open] .case-part")
        ))  # fmt: skip
        page.keyboard.press("Escape")
        searched_s = seconds(lambda: (
            page.evaluate(f"location.hash = '{name}:q={NOWHERE}'"),
            # The policy of the page forbids a condition that is given as text.
            page.get_by_text("No case fits.").wait_for(timeout=120_000),
        ))  # fmt: skip
        heap_mb = page.evaluate("performance.memory.usedJSHeapSize / 1e6")
        nodes = page.evaluate("document.querySelectorAll('*').length")
        browser.close()
    return [
        ("first view, s", f"{painted_ms / 1000:.2f}", "under 2"),
        ("the list opens, s", f"{listed_s:.2f}", ""),
        ("a case opens, s", f"{opened_s:.2f}", ""),
        ("all texts searched, s", f"{searched_s:.2f}", ""),
        ("memory of its scripts, MB", f"{heap_mb:.0f}", ""),
        ("elements", f"{nodes:,}", ""),
    ]


def seconds(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
