"""Every case of a run in a real browser: from a number to its cases, and hostile text inert."""

from datetime import UTC, datetime

import pytest

from evalstore.reviews.report import report
from tests.reviews.report.conftest import HOSTILE, RUN, Store, at, with_attack

AT = datetime(2026, 3, 1, 15, tzinfo=UTC)
ODD_ID = 'it\'s "#odd"\n\u202e\u2028</script><!-- '


@pytest.fixture(scope="module")
def page_path(tmp_path_factory):
    """The page of a store with hostile answers."""
    folder = tmp_path_factory.mktemp("cases")
    store = Store(folder / "evalstore.duckdb")
    store.run(RUN, at(3, 12))
    for number in range(10):
        outcome = "wrong" if number % 2 else "right"
        store.answer(RUN, "bold", f"case-{number}", outcome, prompt=f"Question {number}?")
    store.answer(RUN, "bold", "failed", None, status="error")
    store = with_attack(store)
    store.answer(RUN, "bold", ODD_ID, "wrong", text="x" * 1_000_000, reason=ODD_ID)
    path = folder / "report.html"
    about = {"name": "warehouse", "tree_size": 1, "root": None, "views_sha256": None}
    path.write_text(report.render_html(store, [RUN], AT, about), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def listed(opened, page_path):
    """The page, opened, and the address of its list of cases."""
    page = opened(page_path)
    return page, page.page.locator("[data-cases]").get_attribute("data-cases")


def go(page, anchor, wait=".case-row"):
    page.page.evaluate("hash => { location.hash = hash; }", anchor)
    page.page.wait_for_selector(wait)


def count_of(page):
    return page.page.locator(".case-browser [role=status]").inner_text()


@pytest.mark.sweep
def test_a_number_leads_to_its_cases(listed):
    """The link of a value lists the cases that it counted, and those that are not right."""
    page, name = listed
    numbers = page.page.evaluate(
        "name => caseData.open(name).then(run => [...run.numbers.values()]"
        ".filter(one => one.metric === 'accuracy' && one.system === 'bold'"
        " && one.sliceName === 'all').map(one => one.anchor))",
        name,
    )
    assert page.page.locator(f'a[href="#{numbers[0]}"]').count() >= 1
    found = []
    for part in ("", ":left-out", ":wrong"):
        go(page, numbers[0] + part)
        page.page.wait_for_timeout(100)
        found.append(count_of(page).split(" of ")[0])

    # Ten answers, half of them right, and the odd one; the one in error is left out.
    assert found == ["11", "1", "6"]


@pytest.mark.sweep
def test_keyboard_opens_a_case_and_comes_back(listed):
    """Arrows choose, Enter opens with an address, Escape leads back to the list."""
    page, name = listed
    go(page, name)
    page.page.locator(".case-list").focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.page.keyboard.press(key)
    page.page.wait_for_selector("dialog[open] .case-part")
    opened_at = page.page.evaluate("location.hash")
    findings = page.accessibility_findings()
    page.page.keyboard.press("Escape")
    page.page.wait_for_function("!document.querySelector('dialog[open]')")

    assert opened_at.startswith("#case-")
    assert page.page.evaluate("location.hash") == f"#{name}"
    assert page.page.evaluate("document.activeElement.className") == "case-list"
    assert findings == []


def test_search_reads_texts_and_stays_in_the_address(listed):
    """A search finds what a prompt says, and its address finds the same again."""
    page, name = listed
    go(page, f"{name}:q=Question+7%3F&system=bold")
    page.page.wait_for_function(
        "document.querySelector('.case-browser [role=status]').textContent.startsWith('1 of')"
    )

    assert page.page.locator(".case-filters input").input_value() == "Question 7?"


def test_hostile_text_is_inert(listed):
    """Markup, line separators and reordering marks are shown as text, a megabyte is cut."""
    page, name = listed
    go(page, f"{name}:q=%23odd")
    page.page.wait_for_function(
        "document.querySelector('.case-browser [role=status]').textContent.startsWith('1 of')"
    )
    page.page.locator(".case-row").first.click()
    page.page.wait_for_selector("dialog[open] .case-part")
    shown = page.page.locator("dialog").inner_text()
    page.page.keyboard.press("Escape")
    go(page, "%zz:sort=constructor")
    go(page, f"{name}:sort=constructor")
    go(page, f"{name}:outcome=wrong&system=" + page.page.evaluate("encodeURIComponent", HOSTILE))

    assert 'it\'s "#odd"' in shown
    assert "[U+202E]" in shown
    assert "</script><!--" in shown
    assert "of 1,000,000 characters" in shown
    assert page.faults == []


@pytest.mark.sweep
def test_failing_cases_are_listed_once(opened, page_path):
    """A link to the failing cases of a system fills the list, and the static ones give way."""
    page = opened(page_path)
    group = page.page.evaluate("document.querySelector('.static-cases details.group').id")
    go(page, group)
    page.page.wait_for_timeout(100)
    listed = count_of(page).split(" of ")[0]
    plain = opened(page_path, has_scripts=False, anchor=group).page.locator(f"#{group} > summary")

    assert not page.page.locator(".static-cases").is_visible()
    assert plain.is_visible()
    assert f"{listed} failing" in plain.inner_text()
