"""The cards of a run: every one is there, counted rightly, chosen rightly, and stays text."""

import re
import uuid
from html.parser import HTMLParser
from itertools import product

import pytest
from sklearn.metrics import confusion_matrix

from evalstore.reviews.report import report, sections
from evalstore.reviews.report.page import style_sheet
from evalstore.reviews.report.rows import anchor
from evalstore.reviews.report.section_filters import SYSTEM_LIMIT, filter_rules
from evalstore.suites.epistemic.report import cards

RUN = "cards-run"
LABELS = ("E", "C", "U")
SAID = ("YES", "NO", "UNKNOWN", "MISSING")
SYSTEMS = ("careful", "graph", "loud")
MEANT = {"E": "YES", "C": "NO", "U": "UNKNOWN"}
ELEMENTS = {
    *("section", "h3", "p", "div", "span", "a", "b", "bdi", "code", "details", "summary"),
    *("dl", "dt", "dd", "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"),
    *("fieldset", "legend", "label", "input", "ul", "li"),
}
HOSTILE = (
    "<script>alert('x')</script></style></details>\"'><img src=x onerror=alert(1)> {{7*7}} "
    "\x1b[31mred \u202etxt.exe &amp; end"
)


class Page(HTMLParser):
    """What a browser would find: elements, attributes, texts, and the cards by their classes."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.attributes, self.texts = set(), [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        self.attributes.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def cards(self):
        found = [found for kind, found in self.attributes if kind == "details"]
        return [card for card in found if "card" in card["class"].split()]

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())


def said_of(system, number):
    """Return what a system answers to a card, None for an error: unlike for each of them."""
    place = (number * (SYSTEMS.index(system) + 3) + number // 5) % 11
    return (*SAID, "YES", "NO", "UNKNOWN", "UNKNOWN", "NO", "YES", None)[place]


def deal(store, number, label, systems=SYSTEMS, said=said_of, run_id=RUN, **texts):
    """Put one card, its answers and its verdicts into the store."""
    text = {name: f"{name} {number}" for name in ("question", "fact", "why", "reason")} | texts
    case_id = text.get("case_id", f"card-{number}")
    claim = {name: f"https://example.org/{text.get(name, name)}" for name in ("subj", "obj")}
    if "decided_by" in text:
        claim["is_denied"] = True
    payload = {
        "case_id": case_id,
        "question": text["question"],
        "facts": [text["fact"], None],
        "rules": [text.get("rule", text["why"])],
        "rule": text.get("decided_by"),
        "attributes": {"nearness": text["why"]},
        "answer_key": {
            "claim": {**claim, "pred": text.get("words", "mouth")},
            "why": dict.fromkeys(("rule", "kind", "message", "path", "reason"), text["why"]),
        },
    }
    event_id = store.event("case_generated", run_id, case_id, payload)
    key = {"run_id": run_id, "case_id": case_id}
    store.insert(
        "facts.cases", **key, label=label, expected=MEANT[label], is_canary=False,
        generator=text["why"], severity=text["why"], event_id=event_id,
    )  # fmt: skip
    for system in systems:
        answer(store, key, system, label, said(system, number), text["reason"])


def answer(store, key, system, label, said, reason, attempt=1):
    status = {None: "error", "MISSING": "missing"}.get(said, "ok")
    outcome = None if status != "ok" else "right" if said == MEANT[label] else "wrong"
    case_id, run_id = key["case_id"], key["run_id"]
    if status != "missing":
        subject, text = f"{case_id}/{system}/{attempt}", f"{said} {reason}"
        event_id = store.event("response_recorded", run_id, subject, {"text": text})
        store.insert(
            "facts.responses", **key, system_id=system, attempt=attempt, is_final_attempt=True,
            status=status, answer=said, text=text, event_id=event_id,
        )  # fmt: skip
    if outcome:
        store.insert(
            "facts.verdicts", **key, system_id=system, attempt=attempt, validator_id="abstention",
            outcome=outcome, reason=reason, event_id=uuid.uuid4(),
        )  # fmt: skip
    store.insert(
        "facts.scored", **key, system_id=system, attempt=attempt, label=label,
        validator_id="abstention",
        suite="epistemic", is_canary=False, status=status, outcome=outcome,
        answer=said if status == "ok" else None, expected=MEANT[label],
        is_right=None if status == "error" else outcome == "right", is_primary_validator=True,
    )  # fmt: skip


@pytest.fixture(scope="module")
def dealt(store_at, tmp_path_factory):
    """Two hundred and ten cards, more than a report shows of failing cases; one in another run."""
    store = store_at(tmp_path_factory.mktemp("dealt") / "evalstore.duckdb")
    store.run(RUN, None)
    store.run("other", None)
    store.connection.execute("begin")
    deal(store, 0, "E", run_id="other")
    for number in range(210):
        deal(store, number, LABELS[number % 3])
    store.connection.execute("commit")
    return store


def matrices(page):
    """Return the counts of each matrix, row by row."""
    tables = re.findall(r'<table class="matrix">(.*?)</table>', page, re.DOTALL)
    counts = [[int(count) for count in re.findall(r"<b>(\d+)</b>", table)] for table in tables]
    return [[twelve[start : start + 3] for start in range(0, 12, 3)] for twelve in counts]


def outcome(said, label):
    """Name what became of an answer, as the table of the suite has it."""
    if said is None:
        return "lost"
    if said == MEANT[label]:
        return "right"
    return {"YES": "claimed", "NO": "denied", "UNKNOWN": "held", "MISSING": "void"}[said]


def chosen(page, **picks):
    """Return the ids of the cards that the style sheet shows for a choice, read from its rules."""
    checked = {f"pick-{what}-{which}" for what, which in picks.items()}
    rules = re.findall(
        r"\.cards((?::has\(\.pick-[a-zA-Z0-9-]+:checked\))+) \.card:not\(\.([a-zA-Z0-9-]+)\)",
        filter_rules(),
    )
    wanted = [kept for has, kept in rules if set(re.findall(r"pick-[\w-]+", has)) <= checked]
    return {card["id"] for card in page.cards if set(wanted) <= set(card["class"].split())}


@pytest.mark.sweep
def test_matrices_are_those_of_scikit_learn(dealt):
    """Each system's twelve cells are what an independent count finds; errors are beside them."""
    page = cards.section(dealt, RUN)

    for system, matrix in zip(SYSTEMS, matrices(page), strict=True):
        pairs = [(said_of(system, n), MEANT[LABELS[n % 3]]) for n in range(210)]
        known = [(said, meant) for said, meant in pairs if said is not None]
        expected = confusion_matrix(*zip(*known, strict=True), labels=SAID)[:, :3].tolist()

        assert expected == matrix
        assert f"{len(pairs) - len(known)} lost to errors, not in the table" in page


@pytest.mark.sweep
def test_every_card_is_there(dealt):
    """No cap cuts the cards, and each has its question, claim, facts, reason and events."""
    shown = Page(cards.section(dealt, RUN))
    [response] = dealt.rows(
        "select event_id from facts.responses where case_id = 'card-209' and system_id = 'graph'"
    )

    assert len({card["id"] for card in shown.cards}) == 210
    for number in range(210):
        assert f" question {number} " in shown.text
        assert f" fact {number} " in shown.text
    assert "https://example.org/subj" in shown.text
    assert f"response {response['event_id']}" in shown.text


@pytest.mark.sweep
def test_summary_has_every_mapping(dealt):
    """The table has the values of the views, with interval and count."""
    text = Page(cards.section(dealt, RUN)).text

    for mapping in ("licensed", "strict", "by_action"):
        [row] = dealt.rows(
            "from metrics.cvrr where run_id = $run_id and system_id = 'graph' "
            "and slice_name = 'all' and variant = $variant",
            run_id=RUN,
            variant=f"mapping={mapping}",
        )
        shown = f"{row['cvrr']:.3f} {row['ci_low']:.3f} to {row['ci_high']:.3f}"

        assert f"{shown}; n {row['scored_count']}" in text


@pytest.mark.sweep
def test_choices_work_together(dealt):
    """For each label, system and outcome exactly the cards show that fit all three."""
    page = Page(cards.section(dealt, RUN))
    ids = [card["id"] for card in page.cards]
    kinds = ("any", "right", "held", "denied", "claimed", "void", "lost")
    for label, system, kind in product(("any", *LABELS), ("any", 0, 1, 2), kinds):
        systems = SYSTEMS if system == "any" else [SYSTEMS[system]]
        expected = {
            ids[number]
            for number in range(210)
            if label in ("any", LABELS[number % 3])
            and any(
                kind in ("any", outcome(said_of(name, number), LABELS[number % 3]))
                for name in systems
            )
        }

        assert expected == chosen(page, label=label, system=system, outcome=kind)


def test_choices_have_names_and_a_start(dealt):
    """Each choice is a named field with one radio checked, apart from those of another run."""
    radios = [
        found
        for run_id in (RUN, "other")
        for kind, found in Page(cards.section(dealt, run_id)).attributes
        if kind == "input"
    ]

    assert len({radio["name"] for radio in radios}) == 6
    assert len([radio for radio in radios if "checked" in radio]) == 6


def test_rules_cover_the_systems_that_can_be_chosen(empty_store):
    """Every radio of a page with many systems has its rules, and the page says who has none."""
    systems = [f"system-{number:02d}" for number in range(SYSTEM_LIMIT + 2)]
    empty_store.run(RUN, None)
    deal(empty_store, 0, "C", systems=systems, said=lambda *_: "NO")
    page = Page(cards.section(empty_store, RUN))
    picks = {found["class"] for kind, found in page.attributes if kind == "input"}
    rules = filter_rules()

    assert f"The first {SYSTEM_LIMIT} of {SYSTEM_LIMIT + 2} systems can be selected" in page.text
    assert f" {len(systems)} {systems[-1]} " in page.text
    assert not [
        pick for pick in picks if not pick.endswith("-any") and f".{pick}:checked" not in rules
    ]
    assert len([pick for pick in picks if re.fullmatch(r"pick-system-\d+", pick)]) == SYSTEM_LIMIT


def test_hostile_texts_stay_text(empty_store):
    """Whatever a card, a system or a validator says, it is neither element nor attribute."""
    empty_store.run(RUN, None)
    texts = dict.fromkeys(
        ("question", "fact", "why", "reason", "words", "subj", "obj", "case_id"), HOSTILE
    )
    deal(empty_store, 0, "C", systems=(HOSTILE,), said=lambda *_: "YES", **texts)
    shown = cards.section(empty_store, RUN)
    page = Page(shown)
    names = {name for _, found in page.attributes for name in found}

    assert not page.elements - ELEMENTS
    assert not [name for name in names if name.startswith("on") or name == "style"]
    assert re.findall('href="(.*?)"', shown) == ["#" + anchor("cards", RUN)]
    assert page.text.count("<script>alert('x')</script>") > 10
    assert "[U+001B][31mred [U+202E]txt.exe &amp; end" in page.text
    assert not re.search("[\x1b\u202e]", shown)


def test_case_without_a_card_is_there(empty_store):
    """Where only label and answers are known, they are shown under the id of the case."""
    empty_store.run(RUN, None)
    empty_store.insert("facts.cases", run_id=RUN, case_id="bare", label="U", is_canary=False)
    answer(empty_store, {"run_id": RUN, "case_id": "bare"}, "graph", "U", "UNKNOWN", "fits")

    assert "U unknown bare 1 ✔ " in Page(cards.section(empty_store, RUN)).text


@pytest.mark.sweep
def test_runs_of_other_suites_have_no_cards(store):
    """A run without a label E, C or U has no such section."""
    assert () == sections.sections_of(store, "2026-03-01")


@pytest.mark.sweep
def test_section_stands_before_failing_cases(dealt, generated_at, store_info):
    """The page has the cards before its charts, and no second matrix of the same numbers."""
    page = report.render_html(dealt, [RUN], generated_at, store_info)
    places = [page.index(f"<h3>{title} ") for title in ("Cards", "Accuracy", "Cases")]

    assert places == sorted(places)
    assert "Framed cells" not in page
    assert filter_rules() in style_sheet()
