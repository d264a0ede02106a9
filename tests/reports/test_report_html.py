"""The page says what the store says, and nothing that a model wrote can act in it."""

import re
from html.parser import HTMLParser

import pytest

from evalstore.errors import UsageError
from evalstore.reports import gathering, report

RUN = "2026-03-01"
EARLIER_RUN = "2026-02-01"
# What the page is made of; anything else came out of somebody's text.
ELEMENTS = {
    *("html", "head", "meta", "title", "style", "body", "header", "main", "section", "figure"),
    *("h1", "h2", "h3", "h4", "p", "div", "span", "a", "bdi", "code", "details", "summary"),
    *("dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td"),
    *("svg", "g", "path", "line", "rect", "circle", "text", "tspan"),
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


def test_hostile_text_becomes_no_element(hostile_store, page_of):
    """Whatever a model, a label or a gate says, the page holds its own elements only."""
    page = Page(page_of(hostile_store))

    assert not (page.elements - ELEMENTS)


def test_hostile_text_becomes_no_attribute(hostile_store, page_of):
    """No attribute runs anything, and every link stays inside the page."""
    page = Page(page_of(hostile_store))
    names = {name for _, name, _ in page.attributes}

    assert not [name for name in names if name.startswith("on") or name == "style"]
    assert not [link for link in page.values("href") if not re.fullmatch(r"#[a-z]+-\w{12}", link)]
    assert not page.values("src")


def test_hostile_text_is_shown(hostile_store, page_of):
    """The attack stands in the page as text, with what cannot be seen spelled out."""
    page = page_of(hostile_store)

    assert "<script>alert('script')</script>" in Page(page).text
    assert "{{7*7}}" in page
    assert "[U+001B][31mred" in page
    assert "[U+202E]txt.exe" in page


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\u202e", "\u2066"])
def test_no_unseen_character_reaches_the_page(hostile_store, page_of, character):
    """Escape sequences and direction overrides end in the store."""
    assert character not in page_of(hostile_store)


def test_policy_forbids_scripts_and_loads(store, page_of):
    """The page's own policy allows its style sheet by hash, and nothing else."""
    page = page_of(store)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL).group(1)
    expected = (
        f"default-src 'none'; style-src 'sha256-{report.sha256_base64(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )

    assert [expected] == [value for value in Page(page).values("content") if "src" in value]


def test_page_needs_nothing_else(store, page_of):
    """No address stands in the page but the names of XML namespaces."""
    addresses = set(re.findall(r"https?://[^\s\"'<>]+", page_of(store)))

    assert {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"} >= addresses


def test_every_link_has_its_target(hostile_store, page_of):
    """Whoever follows a number arrives somewhere, and at one place only."""
    hostile_store.gate(RUN, "accuracy-min", "fail", value=0.4)
    page = Page(page_of(hostile_store))
    targets = page.values("id")

    assert len(targets) == len(set(targets))
    assert not {link[1:] for link in page.values("href")} - set(targets)


def test_long_texts_are_cut_and_say_so(hostile_store, page_of):
    """A response of a megabyte takes 2,000 characters, and the page says how long it is."""
    page = page_of(hostile_store, [RUN])

    assert "The first 2,000 of 1,000,252 characters; the event holds all of it." in page
    assert len(page) < 500_000


def test_values_are_those_of_the_views(store, page_of):
    """The page shows the number of the view, its interval and its counts."""
    [row] = store.rows(
        "from metrics.accuracy where run_id = $run_id and system_id = 'bold' "
        "and slice_name = 'all'",
        run_id=RUN,
    )
    shown = f"{row['accuracy']:.3f} {row['ci_low']:.3f} to {row['ci_high']:.3f}"

    assert f"{shown} {row['scored_count']} 1 1 0 failing" in Page(page_of(store)).text


def test_undefined_value_says_why(store, page_of):
    """A metric over nothing is a dash with its reason, never a nought."""
    store.run("empty", None)
    store.answer("empty", "silent", "c1", None, status="error", confidence=None)

    text = Page(page_of(store, ["empty"])).text

    assert (
        "accuracy share of answers; higher is better silent — — nothing scored: 1 in error" in text
    )


def test_banner_follows_the_gates_of_the_run(store, page_of):
    """One failing gate fails the run; an informational one decides nothing."""
    store.gate(RUN, "accuracy", "pass")
    store.gate(RUN, "ece", "broken", is_informational=True)
    before = Page(page_of(store, [RUN])).text
    store.gate(RUN, "missing", "undecided")
    store.gate(RUN, "macro", "fail")
    after = Page(page_of(store, [RUN])).text

    assert "✔ Pass: 1 gate, none fails." in before
    assert "✘ Fail: of 3 gates, 1 fail, 1 undecided, 1 pass." in after


def test_banner_is_not_that_of_another_run(store, page_of):
    """A run without decisions does not borrow those of the run before."""
    store.gate(EARLIER_RUN, "accuracy", "pass")

    text = Page(page_of(store, [RUN])).text

    assert "No gate has decided on this run." in text
    assert "Pass" not in text


def test_newest_configuration_decides(store, page_of):
    """Decisions of an earlier configuration are not mixed with those in force."""
    store.gate(RUN, "strict", "fail", config_sha256="c0", evaluated_at=None)
    store.gate(RUN, "lenient", "pass")

    text = Page(page_of(store, [RUN])).text

    assert "✔ Pass: 1 gate, none fails." in text
    assert "Decisions of the newest of 2 configurations." in text


def test_gate_says_where_its_number_has_moved(store, page_of):
    """A value recorded at the gate stays, and today's stands beside it."""
    store.gate(RUN, "accuracy", "fail", value=0.25)

    assert "0.250 now 0.405" in Page(page_of(store, [RUN])).text


def test_cases_beyond_the_cap_are_counted(store):
    """Of thousands of failing cases each system shows its share, and says what is left out."""
    for number in range(30):
        store.answer(RUN, "bold", f"extra-{number}", "wrong", confidence=0.1)
    [summary] = gathering.summaries_of(store, [RUN])[0]

    run = gathering.run_report(store, summary, case_limit=10)

    expected = {"bold": (53, 48), "careful": (8, 3)}
    assert expected == {
        group.system_id: (group.case_count, group.left_out_count) for group in run.failures
    }


def test_surest_mistakes_come_first(store):
    """The case a system was surest of, and wrong, opens its list."""
    [summary] = gathering.summaries_of(store, [RUN])[0]
    bold = gathering.run_report(store, summary).failures[0]
    confidences = [case.confidence for case in bold.cases if case.status == "ok"]

    assert confidences == sorted(confidences, reverse=True)
    expected = ["missing", "error"]
    assert expected == [case.verdict for case in bold.cases[-2:]]


def test_case_shows_everything_said_about_it(store, page_of):
    """Prompt, response, expected, verdict, reason, tags and the events stand together."""
    store.answer(RUN, "bold", "told", "wrong", prompt="Who?", text="Nobody.", expected="Ada")
    [verdict] = store.rows("from facts.verdicts where case_id = 'told'")

    text = Page(page_of(store, [RUN])).text

    assert "prompt Who? response Nobody. expected Ada" in text
    assert (
        f"factual: wrong it was 1989, not 1990 wrong_date verdict event {verdict['event_id']}"
        in (text)
    )


def test_verdicts_on_one_answer_share_an_entry(store):
    """A case that two validators reject is one failing case with two reasons."""
    store.answer(RUN, "bold", "twice", "wrong", reason="false")
    store.insert(
        "facts.scored",
        run_id=RUN,
        system_id="bold",
        case_id="twice",
        validator_id="evidence",
        status="ok",
        outcome="wrong",
        is_right=False,
        is_primary_validator=False,
        is_canary=False,
    )
    [summary] = gathering.summaries_of(store, [RUN])[0]
    cases = gathering.run_report(store, summary).failures[0].cases
    [twice] = [case for case in cases if case.case_id == "twice"]

    expected = ["factual", "evidence"]
    assert expected == [judgement.validator_id for judgement in twice.judgements]


def test_unknown_run_is_named(store, page_of):
    """A run that is not there is a wrong name, not an empty page."""
    with pytest.raises(UsageError, match="no run 'nope' in this store; `evalstore runs`"):
        page_of(store, ["nope"])


def test_empty_store_has_a_page(empty_store, page_of):
    """Before the first run the page says that there is none."""
    assert "The store holds no run yet." in Page(page_of(empty_store)).text


def test_dark_twin_of_every_chart_colour(store, page_of):
    """Each colour a chart is drawn with has a rule that turns it dark."""
    page = page_of(store)
    drawn = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{3,8})"', page))
    swapped = set(re.findall(r'\.chart \[fill="(#[0-9a-f]{6})"\]', page))

    assert not (drawn - swapped)


def test_store_information_reads_the_newest_fold(store):
    """The header names the tree of the last fold and the fingerprint of the views."""
    store.insert(
        "log.batches",
        batch_id=1,
        first_position=0,
        last_position=9,
        event_count=10,
        counts="{}",
        segment="0-9.parquet",
        segment_sha256=b"",
        tree_size=10,
        root=bytes([171]) * 32,
        frontier=b"",
        sources="{}",
        tool_version="0.1.0",
        recorded_at=store.rows("select timestamp '2026-03-01' as moment")[0]["moment"],
    )
    [fingerprint] = store.rows("from log.fingerprint")

    expected = {
        "name": "here",
        "tree_size": 10,
        "root": "ab" * 32,
        "views_sha256": fingerprint["views_sha256"],
    }
    assert expected == gathering.store_information(store, "here")
