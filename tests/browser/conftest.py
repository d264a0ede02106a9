"""Pages in Debian's Chromium: one browser a process, a context of its own for each page."""

import shutil
from pathlib import Path

import pytest

from tests.browser.opened import Opened

ROOT = Path(__file__).parent.parent.parent
CHROMIUM = shutil.which("chromium")
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
# Nothing outside the machine is looked for, and the sandbox needs rights that CI has not.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)


@pytest.fixture(scope="module")
def browser():
    """
    Start Chromium, or skip where there is none.

    For one module, since Playwright keeps an event loop running, in which no other test could
    begin one of its own.
    """
    if CHROMIUM is None:
        pytest.skip("chromium is not on PATH; `make test` installs it")
    sync_playwright = pytest.importorskip("playwright.sync_api").sync_playwright
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture(scope="module")
def opened(browser):
    """Return a function that opens a file and gives the page with what it did wrong."""
    contexts = []

    def open_page(path, *, width=1280, height=900, scheme="light", has_scripts=True, anchor=""):
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            java_script_enabled=has_scripts,
            # Axe is put into the page by the browser, where the page's own policy forbids it.
            bypass_csp=False,
        )
        contexts.append(context)
        page = Opened(context.new_page(), AXE)
        page.go(path, anchor)
        return page

    yield open_page
    for context in contexts:
        context.close()
