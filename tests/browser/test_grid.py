"""The grid in a real browser: hostile text inert, filters, the keyboard, the address."""

from datetime import UTC, datetime

import pytest

from evalstore.reviews.grid import page as grid_page
from evalstore.reviews.grid.grid import grid_of
from tests.reviews.report.conftest import HOSTILE, RUN, Store, at

AT = datetime(2026, 3, 1, 15, tzinfo=UTC)
ODD_ID = 'it\'s "#odd" 100% </script><!-- '


@pytest.fixture(scope="module")
def page_path(tmp_path_factory):
    """The grid of two systems that differ in every third of 300 cases, with a hostile reply."""
    folder = tmp_path_factory.mktemp("grid")
    store = Store(folder / "evalstore.duckdb")
    store.run(RUN, at(3, 12))
    for number in range(300):
        case_id = f"case-{number:03d}"
        store.answer(RUN, "bold", case_id, "right", prompt=f"Question {number}?")
        store.answer(RUN, "calm", case_id, "right" if number % 3 else "wrong")
    store.answer(RUN, "bold", ODD_ID, "wrong", text=HOSTILE, reason=HOSTILE)
    path = folder / "grid.html"
    html = grid_page.page_of(grid_of(store, [RUN]), "warehouse", AT)
    path.write_text(html, encoding="utf-8")
    return path


@pytest.mark.sweep
def test_the_grid_filters_and_opens_by_keyboard(opened, page_path):
    """Slash, a text, Enter and Escape lead to a case and back; only drawn rows are in the page."""
    page = opened(page_path)
    page.page.wait_for_selector(".rows .text:not(:empty)")

    assert 30 > page.page.locator(".rows .row").count()
    page.page.keyboard.press("/")
    page.page.keyboard.type("question 299?")
    page.page.get_by_text("1 of 301 cases", exact=True).wait_for()
    page.page.keyboard.press("Enter")
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector("dialog[open]")
    assert "case-299" == page.page.locator("dialog h2").inner_text()
    page.page.keyboard.press("Escape")
    assert page.page.locator("dialog[open]").count() == 0
    page.page.keyboard.press("/")
    page.page.keyboard.press("Escape")
    page.page.check("[name=differs]")
    page.page.get_by_text("100 of 301 cases", exact=True).wait_for()
    assert [] == page.faults


@pytest.mark.sweep
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_grid_is_accessible_and_fits(opened, page_path, width, scheme):
    """Axe finds nothing, and the page is as wide as its window."""
    page = opened(page_path, width=width, scheme=scheme)
    page.page.wait_for_selector(".rows .text:not(:empty)")

    assert [] == page.accessibility_findings()
    assert 0 == page.overflow()


@pytest.mark.sweep
def test_an_address_opens_its_case_with_inert_text(opened, page_path):
    """The address of a case with an odd id opens it; hostile texts are shown as they are."""
    page = opened(page_path)
    page.page.wait_for_selector(".rows .row")
    page.page.evaluate("id => { location.hash = `case=${encodeURIComponent(id)}`; }", ODD_ID)
    page.page.wait_for_selector("dialog[open]")

    assert ODD_ID.strip() == page.page.locator("dialog h2").inner_text().strip()
    assert "<script>alert('script')" in page.page.locator("dialog").inner_text()
    assert "[U+202E]" in page.page.locator("dialog").inner_text()
    assert [] == page.faults
