"""Two runs side by side in a browser: readable in the dark, on a phone and without scripts."""

from datetime import UTC, datetime

import pytest

from evalstore.reviews.report.comparison_page import render_html
from evalstore.reviews.report.comparison_section import comparison_section
from evalstore.statistics.compared import comparison_query
from evalstore.statistics.comparison import compare
from evalstore.store.query.reader import reading
from tests import kept_stores
from tests.reviews.report.test_comparison import LEFT, RIGHT, events_of

GENERATED_AT = datetime(2026, 3, 1, 15, tzinfo=UTC)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Two runs of a few cases."""
    events = [*events_of(LEFT, 0), *events_of(RIGHT, 1)]
    return kept_stores.store_of(events, tmp_path_factory.mktemp("compared") / "warehouse")


@pytest.fixture(scope="module")
def path(store, tmp_path_factory):
    """The page of their comparison in a file."""
    with reading(store.layout) as reader:
        found = compare(reader, comparison_query(LEFT, RIGHT, ["accuracy"]))
        section = comparison_section(reader, found)
    path = tmp_path_factory.mktemp("page") / "comparison.html"
    path.write_text(render_html(section, "warehouse", GENERATED_AT), encoding="utf-8")
    return path


def test_became_wrong_is_what_the_sql_says(store, path, opened):
    """In the dark, the cases below that heading are those of the macro; axe finds nothing."""
    found = opened(path, scheme="dark")
    heading = found.page.locator("h4", has_text="Became wrong")
    shown = found.page.locator("details.change", has=heading).locator("summary .name")
    rows = store.query(
        "select case_id from macros.regressions('monday', 'tuesday') where change = 'became wrong'"
    ).rows()

    assert sorted(shown.all_text_contents()) == sorted(case_id for (case_id,) in rows)
    found.page.locator("details.compared > summary").first.click()
    assert found.accessibility_findings() == []
    assert found.faults == []


@pytest.mark.sweep
def test_a_phone_without_scripts(path, opened):
    """The page is no wider than a phone, and its differences are struck out and underlined."""
    found = opened(path, width=390, height=844, has_scripts=False)
    found.page.locator("details.change", has_text="the reply differs").locator(
        "summary"
    ).first.click()
    found.page.locator("details.compared", has_text="other-words").first.locator("summary").click()

    assert found.page.locator("del", has_text="of course").first.is_visible()
    assert found.page.locator("ins", has_text="as ever").first.is_visible()
    assert found.page.locator("body").bounding_box()["width"] <= 390
