"""The pages of a site in a browser."""

import pytest

from tests.kept_stores import store_of
from tests.reviews.site.conftest import EVENTS, decide, site_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Write a site of a store with a hostile run and suite, one of its suites decided on."""
    root = tmp_path_factory.mktemp("site")
    store = store_of(EVENTS, root / "warehouse")
    decide(store, "r3")
    site_of(store, root / "pages", limit=1)
    return root / "pages"


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["index.html", "suites/quiz.html"])
def test_pages_open_without_a_fault_in_both_themes_and_widths(opened, folder, name):
    """No request, no error, no sideways scrolling, nothing that axe calls moderate or worse."""
    findings = []
    for width, scheme in ((1280, "light"), (390, "dark")):
        page = opened(folder / name, width=width, height=844, scheme=scheme)
        found = [*page.faults, *page.accessibility_findings()]
        found += [f"{page.overflow()} too wide"] if page.overflow() else []
        lefts = {page.page.locator(part).bounding_box()["x"] for part in ("header", "main")}
        found += [] if len(lefts) == 1 else [f"header and main begin at {lefts}"]
        findings += [(width, scheme, fault) for fault in found]

    assert findings == []


@pytest.mark.sweep
def test_a_reader_goes_from_the_index_to_a_suite_and_back(opened, folder):
    """The card of what fails comes first, and its link leads to its trends."""
    page = opened(folder / "index.html").page
    page.locator(".suite-card h2 a").first.click()
    title = page.locator("h1").inner_text()
    drawn = page.locator("svg.spark[role=img]").first.get_attribute("aria-label")
    page.locator("nav a").click()

    assert title == "quiz"
    assert drawn.startswith("accuracy of maia; 3 runs; first 0.833")
    assert page.url.endswith("index.html")
