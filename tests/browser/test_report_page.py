"""A report in a browser: what it says first, how its parts are found, and that text stays text."""

from datetime import UTC, datetime

import pytest

from evalstore.reviews.report import report
from tests.reviews.report.conftest import HOSTILE, RUN, Store, at, with_attack

SIZES = {"wide": (1280, 900), "phone": (390, 844)}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The page of a run with a failing gate, two systems, and an answer that attacks the page."""
    folder = tmp_path_factory.mktemp("page")
    store = Store(folder / "evalstore.duckdb")
    store.run(RUN, at(3, 12))
    for number in range(8):
        for system_id, outcome in (("bold", number % 2), ("careful", number % 4)):
            said = "right" if outcome else "wrong"
            store.answer(RUN, system_id, f"case-{number}", said, domain=f"d{number % 2}")
    store.gate(RUN, "accuracy-min", "fail", value=0.5)
    store.gate(RUN, "accuracy-careful", "pass", system_id="careful", value=0.75)
    with_attack(store)
    info = {"name": "warehouse", "tree_size": 1, "root": None, "views_sha256": None}
    path = folder / "report.html"
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    path.write_text(report.render_html(store, [RUN], moment, info), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def wide(opened, written):
    """The page on a wide screen, opened once."""
    return opened(written)


def test_page_is_clean_in_both_themes_and_sizes(opened, written):
    """No fault, no width beyond the window, and nothing that axe minds."""
    found = {}
    for name, scheme in (("wide", "light"), ("phone", "dark")):
        width, height = SIZES[name]
        page = opened(written, width=width, height=height, scheme=scheme)
        found[name] = [*page.faults, *page.accessibility_findings()]
        found[name] += ["overflow"] if page.overflow() else []

    assert {"wide": [], "phone": []} == found


def test_first_screen_says_what_failed_and_why(opened, written):
    """Decision, reason, cases and limits stand above the fold, on a phone too."""
    for width, height in SIZES.values():
        page = opened(written, width=width, height=height).page
        for selector in (".banner", ".finding:first-child p"):
            box = page.locator(selector).first.bounding_box()
            assert box["y"] + box["height"] < height
    text = page.locator(".decision").inner_text()
    assert "Fail: of 3 decisions, 2 failed, 1 passed." in text
    assert "accuracy of bold is 0.50" in text


def test_attack_stays_text(wide):
    """What a model wrote is shown and runs nothing, folded or not."""
    page = wide.page
    page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true; })")

    assert page.locator("script:not([type])").count() == 1
    assert HOSTILE[:32] in page.inner_text("main")
    assert page.locator("img:not([src^='data:image/svg'])").count() == 0
    assert wide.faults == []


def test_search_finds_and_leads_there(wide):
    """The slash goes to the search, Enter to its first hit, and folded parts open."""
    page = wide.page
    page.keyboard.press("/")
    page.keyboard.type("accuracy careful")
    assert page.locator(".hits a").count() >= 2
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("since the baseline")
    page.keyboard.press("Enter")
    heading = page.get_by_role("heading", name="Change since the baseline")
    heading.wait_for()

    assert heading.bounding_box()["y"] < 900


def test_tables_are_sorted_and_filtered(wide):
    """A heading sorts and says so; a filter leaves the rows of one system."""
    page = wide.page
    heading = page.locator(".numbers").first.get_by_role("columnheader", name="value")
    heading.get_by_role("button").click()
    assert heading.get_attribute("aria-sort") == "ascending"
    cells = page.locator(".numbers").first.locator("td[data-label=value]").all_inner_texts()
    values = [
        float(text.split()[0].replace("\N{MINUS SIGN}", "-")) for text in cells if text[0] != "—"
    ]
    assert values == sorted(values)
    page.get_by_role("button", name="Filter the numbers").click()
    page.get_by_label("Numbers by system").select_option("bold")
    rows = page.locator(".numbers tbody tr:not([hidden]) td[data-label=system]")
    assert set(rows.all_text_contents()) == {"bold"}


@pytest.mark.sweep
def test_address_of_a_folded_number_opens_it(opened, written):
    """A link to a value by slice unfolds the part that it stands in."""
    page = opened(written).page
    folded = page.locator("details:not([open]) .numbers tr[id]").first.get_attribute("id")
    page = opened(written, anchor=folded).page

    assert page.locator(f"#{folded}").is_visible()


@pytest.mark.sweep
def test_page_reads_without_scripts(opened, written):
    """Decision, numbers and cases are there where scripts are off, and no dead control is."""
    page = opened(written, has_scripts=False)

    assert page.page.locator(".banner").is_visible()
    assert page.page.locator(".numbers td[data-label=value]").first.is_visible()
    assert page.page.locator("input[type=search], .filter button").count() == 0
    assert page.faults == []
