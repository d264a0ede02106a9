"""The page says what the store says, and nothing that a model wrote can act in it."""

import re
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from evalstore.errors import UsageError
from evalstore.reviews.charts.drawing.page import sha256_base64
from evalstore.reviews.report import page as html_page
from evalstore.reviews.report import report
from evalstore.reviews.report.model import Report

RUN = "2026-03-01"
EARLIER_RUN = "2026-02-01"
# What the page is made of; anything else came out of somebody's text.
ELEMENTS = {
    *("html", "head", "meta", "title", "style", "script", "body"),
    *("header", "nav", "main", "footer", "section", "figure", "img", "ol", "ul", "li"),
    *("h1", "h2", "h3", "h4", "p", "div", "span", "a", "bdi", "code", "details", "summary"),
    *("dl", "dt", "dd", "table", "caption", "thead", "tbody", "tr", "th", "td", "wbr"),
    *("svg", "g", "path", "line", "polyline", "polygon", "rect", "circle", "text", "tspan"),
}


class Page(HTMLParser):
    """What a browser would find in the page."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.attributes, self.texts = set(), [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        self.attributes.extend((tag, name, value or "") for name, value in attrs)

    def handle_data(self, data):
        self.texts.append(data)

    def values(self, wanted):
        return [value for _, name, value in self.attributes if name == wanted]

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())


@pytest.fixture
def page_of(generated_at, store_info):
    def page_of(store, run_ids=None):
        return report.render_html(store, run_ids, generated_at, store_info)

    return page_of


@pytest.fixture(scope="module")
def hostile_page(filled_path, store_at, attacked, tmp_path_factory, generated_at, store_info):
    """The page of the attacked store, on whose newer run four gates have decided, made once."""
    path = shutil.copy(filled_path, tmp_path_factory.mktemp("attacked") / "copy.duckdb")
    store = attacked(store_at(path))
    store.gate(RUN, "accuracy-min", "fail", value=15 / 37)
    store.gate(RUN, "accuracy", "pass")
    store.gate(RUN, "missing", "undecided")
    return report.render_html(store, None, generated_at, store_info)


@pytest.fixture(scope="module")
def told_page(filled_path, store_at, tmp_path_factory, generated_at, store_info):
    """
    The text of a page, made once, and the event of a verdict that stands in it.

    One gate of the configuration in force passed, an informational one is broken, and one of an
    earlier configuration failed.
    """
    path = shutil.copy(filled_path, tmp_path_factory.mktemp("told") / "copy.duckdb")
    store = store_at(path)
    store.gate(RUN, "strict", "fail", config_sha256="c0", evaluated_at=None)
    store.gate(RUN, "lenient", "pass")
    store.gate(RUN, "ece", "broken", is_informational=True)
    store.answer(RUN, "bold", "told", "wrong", prompt="Who?", text="Nobody.", expected="Ada")
    [verdict] = store.rows("from facts.verdicts where case_id = 'told'")
    made = report.render_html(store, [RUN], generated_at, store_info)
    return Page(made).text, verdict["event_id"]


@pytest.fixture(scope="module")
def bare_page(filled_path, store_at, tmp_path_factory, generated_at, store_info):
    """The text of a page, made once, of a run with one error; gates passed those before it."""
    path = shutil.copy(filled_path, tmp_path_factory.mktemp("bare") / "copy.duckdb")
    store = store_at(path)
    store.gate(EARLIER_RUN, "accuracy", "pass")
    store.gate(RUN, "accuracy", "pass")
    store.run("empty", datetime(2026, 4, 1, tzinfo=UTC).replace(tzinfo=None))
    store.answer("empty", "silent", "c1", None, status="error", confidence=None)
    return Page(report.render_html(store, ["empty"], generated_at, store_info)).text


def test_a_page_of_a_site_leads_back(generated_at, store_info):
    """Only a page that is told where the index stands links to it."""
    alone = Report(store_info, generated_at, summaries=(), run_count=0, runs=())
    of_site = replace(alone, site_index="../index.html")

    assert Page(html_page.page_of(of_site)).values("href").count("../index.html") == 1
    assert Page(html_page.page_of(alone)).values("href").count("../index.html") == 0


def test_hostile_text_becomes_no_element(hostile_page):
    """Whatever a model, a label or a gate says, the page holds its own elements only."""
    page = Page(hostile_page)
    executed = re.findall(r"<script>(.*?)</script>", hostile_page, re.DOTALL)

    assert not (page.elements - ELEMENTS)
    assert [html_page.script()] == executed


def test_hostile_text_becomes_no_attribute(hostile_page):
    """No attribute runs anything, and every link stays inside the page."""
    page = Page(hostile_page)
    names = {name for _, name, _ in page.attributes}

    assert not [name for name in names if name.startswith("on") or name == "style"]
    own = r"#([a-z]+-\w{12}(:[a-z-]+)?|[a-z]+)"
    assert not [link for link in page.values("href") if not re.fullmatch(own, link)]
    assert not [source for source in page.values("src") if not source.startswith("data:image/svg")]


def test_hostile_text_is_shown(hostile_page):
    """The attack stands in the page as text, with what cannot be seen spelled out."""
    assert "<script>alert('script')</script>" in Page(hostile_page).text
    assert "{{7*7}}" in hostile_page
    assert "[U+001B][31mred" in hostile_page
    assert "[U+202E]txt.exe" in hostile_page


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\u202e", "\u2066"])
def test_no_unseen_character_reaches_the_page(hostile_page, character):
    """Escape sequences and direction overrides end in the store."""
    assert character not in hostile_page


@pytest.mark.sweep
def test_policy_allows_one_script_and_one_style(page):
    """The page's own policy allows its script and its style by hash, and loads nothing."""
    [style] = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    [script] = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    expected = (
        f"default-src 'none'; script-src 'sha256-{sha256_base64(script)}'; "
        f"style-src 'sha256-{sha256_base64(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )

    assert [expected] == [value for value in Page(page).values("content") if "src" in value]


def test_scripts_build_no_markup():
    """No script makes markup or code of a text: they build nodes and set their text."""
    script = html_page.script()
    banned = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "</")

    assert [] == [word for word in (*banned, "Function(") if word in script]


def test_page_needs_nothing_else(page):
    """No address stands in the page or its images but the names of XML namespaces."""
    addresses = set(re.findall(r"https?://[^\s\"'<>]+", unquote(page)))

    assert {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"} >= addresses


def test_every_link_has_its_target(hostile_page):
    """Whoever follows a number arrives somewhere, and at one place only."""
    page = Page(hostile_page)
    targets = page.values("id")

    assert len(targets) == len(set(targets))
    assert not {link[1:].partition(":")[0] for link in page.values("href")} - set(targets)


def test_long_texts_are_cut_and_say_so(hostile_page):
    """A response of a megabyte takes 2,000 characters, and the page says how long it is."""
    assert "The first 2,000 of 1,000,252 characters; the event has the full text." in hostile_page
    assert len(hostile_page) < 800_000


def test_values_are_those_of_the_views(store, page):
    """The page shows the number of the view, its interval and its counts."""
    [row] = store.rows(
        "from metrics.accuracy where run_id = $run_id and system_id = 'bold' "
        "and slice_name = 'all'",
        run_id=RUN,
    )
    interval = f"{row['ci_low']:.3f} to {row['ci_high']:.3f}"

    assert re.search(
        rf"{row['accuracy']:.3f} {row['scored_count']} scored, 1 missing, 1 in error, "
        rf"left out by reason ?;[^→]{{,90}}evalstore explain accuracy --run[^→]{{,90}} "
        rf"{interval} {row['scored_count']} 1 1 failing",
        Page(page).text,
    )


@pytest.mark.sweep
def test_undefined_value_says_why(bare_page):
    """A metric over nothing is a dash with its reason, never a nought."""
    expected = "accuracy share of cases; higher is better silent — — no scored cases: 1 in error"
    assert expected in bare_page


@pytest.mark.sweep
def test_banner_follows_the_gates_of_the_run(told_page, hostile_page):
    """Failing gates fail the run; an informational one decides nothing."""
    assert "✔ Pass: 1 decision, none fails." in told_page[0]
    expected = "✘ Fail: of 4 decisions, 2 failed, 1 undecided, 1 passed."
    assert expected in Page(hostile_page).text


@pytest.mark.sweep
def test_decision_says_which_systems_it_is_on(told_page, store, page_of):
    """Systems that no gate decides on do not pass for those that passed; all need no list."""
    for system_id in ("bold", "careful"):
        store.gate(RUN, f"accuracy-{system_id}", "pass", system_id=system_id)

    assert "The gates decide on bold alone: 1 of 2 systems." in told_page[0]
    assert "The gates decide on" not in Page(page_of(store)).text


@pytest.mark.sweep
def test_banner_is_not_that_of_another_run(bare_page):
    """A run without decisions does not borrow those of the runs before."""
    assert "No gate has decided on this run." in bare_page
    assert "Pass" not in bare_page


@pytest.mark.sweep
def test_newest_configuration_decides(told_page):
    """Decisions of an earlier configuration are not mixed with those in force."""
    text, _ = told_page

    assert "✔ Pass: 1 decision, none fails." in text
    assert "Decisions of the newest of 2 configurations." in text


@pytest.mark.sweep
def test_gate_says_where_its_number_has_moved(store, page_of):
    """A value recorded at the gate stays, and today's stands beside it."""
    store.gate(RUN, "accuracy", "fail", value=0.25)

    assert "at least 0.8 · now 0.405" in Page(page_of(store, [RUN])).text


@pytest.mark.sweep
def test_case_shows_everything_said_about_it(told_page):
    """Prompt, response, expected, verdict, reason, tags and the events stand together."""
    text, event_id = told_page

    assert "prompt Who? expected Ada response Nobody. factual: wrong it was" in text
    said = "it was 1989, not 1990 [hallucination] wrong_date"
    assert f"factual: wrong {said} verdict event {event_id}" in text


def test_unknown_run_is_named(store, page_of):
    """A run that is not there is a wrong name, not an empty page."""
    with pytest.raises(UsageError, match="no run 'nope'; available: "):
        page_of(store, ["nope"])


def test_empty_store_has_a_page(empty_store, page_of):
    """Before the first run the page says that there is none."""
    assert "The store has no runs yet." in Page(page_of(empty_store)).text


def test_charts_turn_dark_themselves(page):
    """Each colour that an image of a chart is drawn with has a rule in it for a dark screen."""
    sources = [source for source in Page(page).values("src") if "svg" in source]
    for drawn in map(unquote, sources):
        used = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{3,8})"', drawn))
        assert not used - set(re.findall(r'\[(?:fill|stroke)="(#[0-9a-f]{6})"\]', drawn))
    assert len(sources) >= 3


def test_charts_say_what_they_show(page):
    """Whoever does not see a chart is told its title, which is what it shows."""
    described = [
        value for tag, name, value in Page(page).attributes if (tag, name) == ("img", "alt")
    ]

    assert any("overconfident: claims " in text and "95 %" in text for text in described)
