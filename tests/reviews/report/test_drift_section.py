"""The section of drift says what the facts say of every persona, and shows none where none is."""

import random
import re
from contextlib import contextmanager
from html.parser import HTMLParser
from itertools import product

import pytest

from evalstore.api.store import open_store
from evalstore.store.query.reader import reading
from evalstore.suites.drift.report import _personas, drift
from evalstore.suites.drift.report._drift_configuration import DriftConfiguration

RUN = "2026-03-01"
HOSTILE = "</svg></style><script>alert(1)</script><b onclick=x>{{7*7}} \x1b[31m\u202e persona"
VALUES = ("benevolence", "power", "security")
PERSONAS = [f"persona-{number:02d}" for number in range(12)]
ELEMENTS = {
    *("section", "h3", "h4", "p", "div", "span", "a", "b", "bdi", "details", "summary"),
    *("table", "thead", "tbody", "tfoot", "tr", "th", "td", "figure", "figcaption"),
    "img",
}


class Table(HTMLParser):
    """The cells of the page by their label, row by row."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.elements, self.attributes, self.label = [], set(), set(), None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag == "tr":
            self.rows.append({})
        if tag == "td":
            self.label = dict(attrs).get("data-label")
            if self.label is not None:
                self.rows[-1].setdefault(self.label, "")

    def handle_endtag(self, tag):
        if tag == "td":
            self.label = None

    def handle_data(self, data):
        if self.label is not None:
            self.rows[-1][self.label] += data


def personas_in(page):
    """Return the rows of the tables of personas by the persona's name, without the sums."""
    rows = [row for row in Table(page).rows if "by week" in row]
    return {row["persona"][: len(PERSONAS[0])]: row for row in rows}


class Drift:
    """The events of a drift run: cases, readings and detections."""

    def __init__(self, *system_ids):
        self.events = []
        self.event("run_started", suite="drift", systems=list(system_ids))

    def event(self, kind, **payload):
        self.events.append({"kind": kind, "run_id": RUN, "payload": payload})

    def week(self, persona_id, week, crises=(), value_dims=VALUES, **attributes):
        self.event(
            "case_generated",
            case_id=f"{persona_id}/{week}",
            domain="drift",
            expected=list(crises),
            attributes={"persona_id": persona_id, "week": week, "is_control": False, **attributes},
            value_dims=[
                {"value_dim": name, "weight": 1 / len(value_dims), "alignment": 0}
                for name in value_dims
            ],
            **({"severity": "subtle"} if crises else {}),
        )

    def read(self, system_id, persona_id, week, value_dims=VALUES):
        answered = {"case_id": f"{persona_id}/{week}", "system_id": system_id, "status": "ok"}
        self.event("response_recorded", **answered, text="read")
        for name in value_dims:
            self.event(
                "response_recorded", **answered, value_dim=name, alignment=0.5, uncertainty=0.1
            )

    def fire(self, system_id, persona_id, week, value_dim="power", **others):
        self.event(
            "drift_detected",
            case_id=f"{persona_id}/{week}",
            system_id=system_id,
            value_dim=value_dim,
            **{"trigger": "crash", "is_suppressed": False, **others},
        )

    @contextmanager
    def reader(self, path):
        """Open a store that holds the events."""
        store = open_store(path, create=True)
        store.append(self.events)
        with reading(store.layout) as reader:
            yield reader


@pytest.fixture(scope="module")
def made():
    """A run of personas with crises, alarms and gaps at random, and what was made of them."""
    dice = random.Random(11)
    written, weeks = Drift("critic"), {}
    for persona_id, week in product(PERSONAS, range(1, 9)):
        is_control = PERSONAS.index(persona_id) % 4 == 0
        crises = ["power"] if week in {5, 6} and not is_control else []
        written.week(persona_id, week, crises, is_control=is_control)
        is_read = dice.random() < 0.9
        is_fired, is_held_back = (
            is_read and week > 1 and dice.random() < share for share in (0.4, 0.2)
        )
        if is_read:
            written.read("critic", persona_id, week)
        if is_fired:
            written.fire("critic", persona_id, week, dice.choice(VALUES))
        if is_held_back:
            written.fire("critic", persona_id, week, trigger="rut", is_suppressed=True)
        weeks[persona_id, week] = (bool(crises), is_read and week > 1, is_fired, is_held_back)
    return written, weeks


@pytest.fixture(scope="module")
def drift_reader(made, tmp_path_factory):
    with made[0].reader(tmp_path_factory.mktemp("drift")) as reader:
        yield reader


@pytest.fixture(scope="module")
def section(drift_reader):
    return str(drift.section(drift_reader, RUN))


@pytest.mark.sweep
def test_table_counts_each_persona(made, section):
    """Each row holds what sets of weeks, counted by hand, come to."""
    counts = {
        "weeks": lambda _crisis, _known, _fired, _held: True,
        "crises": lambda crisis, _known, _fired, _held: crisis,
        "hits": lambda crisis, known, fired, _held: crisis and known and fired,
        "misses": lambda crisis, known, fired, _held: crisis and known and not fired,
        "false alarms": lambda crisis, known, fired, _held: not crisis and known and fired,
        "suppressed": lambda _crisis, _known, _fired, held: held,
        "unknown": lambda _crisis, known, _fired, _held: not known,
    }
    found = personas_in(section)
    expected = {
        persona_id: {
            name: str(sum(is_counted(*made[1][persona_id, week]) for week in range(1, 9)))
            for name, is_counted in counts.items()
        }
        for persona_id in PERSONAS
    }

    actual = {name: {count: row[count] for count in counts} for name, row in found.items()}

    assert expected == actual


@pytest.mark.sweep
def test_sums_are_those_of_the_metrics(drift_reader, section):
    """Hits and false alarms in all are the hit rate and the false positive rate, in counts."""
    [sums] = [row for row in Table(section).rows if row.get("persona") == "total"]
    [hits] = drift_reader.rows(
        "from metrics.hit_rate where slice_name = 'all' and variant = 'by=value'"
    )
    [alarms] = drift_reader.rows(
        "from metrics.false_positive_rate where slice_name = 'all' and variant = 'by=value'"
    )

    assert int(sums["hits"]) + int(sums["misses"]) == hits["scored_count"]
    assert int(sums["hits"]) == round(hits["hit_rate"] * hits["scored_count"], 6)
    expected = round(alarms["false_positive_rate"] * alarms["scored_count"], 6)
    assert expected == int(sums["false alarms"])


def test_every_persona_is_in_the_table_and_some_are_drawn(section):
    """Drawn are no more than the section says, and each drawing is linked from its row."""
    links = set(re.findall(r'href="#(persona-\w{12})"', section))
    figures = set(re.findall(r'<figure class="chart" id="(persona-\w{12})"', section))

    assert set(PERSONAS) == set(personas_in(section))
    assert links == figures
    assert 0 < len(figures) <= drift.OPEN_LIMIT + drift.FOLDED_LIMIT


@pytest.mark.sweep
def test_run_without_drift_has_no_section(store, page):
    """A run in which nobody read a persona's week says nothing of drift."""
    assert drift.section(store, RUN) is None
    assert 'class="drift"' not in page


@pytest.mark.sweep
def test_personas_without_a_reading_are_no_drift(tmp_path):
    """Cases may name a persona and a week in a run of another kind."""
    written = Drift("bold")
    written.week("p", 1, ["power"])

    with written.reader(tmp_path) as reader:
        assert drift.section(reader, RUN) is None


@pytest.mark.sweep
def test_hostile_names_stay_text(tmp_path):
    """Systems, personas, scenarios and values that attack the page are shown as text."""
    written = Drift(HOSTILE)
    for number in range(1, 5):
        crises = [HOSTILE] if number == 3 else []
        written.week(HOSTILE, number, crises, (HOSTILE, "power"), scenario=HOSTILE)
        written.read(HOSTILE, HOSTILE, number, (HOSTILE, "power"))
    written.fire(HOSTILE, HOSTILE, 3, HOSTILE)

    with written.reader(tmp_path) as reader:
        page = str(drift.section(reader, RUN))

    assert not Table(page).elements - ELEMENTS
    assert not [name for name in Table(page).attributes if re.match("on|style$", name)]
    assert not re.findall('src="(?!data:image/svg)', page)
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert "[U+202E] persona" in page


def week(number, *, is_crisis=False, is_flagged=False, is_found=None, suppressed_count=0):
    return _personas.PersonaWeek(
        week=number,
        is_crisis=is_crisis,
        is_bimodal=False,
        is_flagged=is_flagged,
        is_found=is_crisis and bool(is_flagged) if is_found is None else is_found,
        suppressed_count=suppressed_count,
    )


def persona(name, *weeks, is_control=False, system_id="critic"):
    return _personas.PersonaWeeks(system_id, name, "", "", is_control, weeks)


def test_finding_says_what_became_of_each_crisis():
    """A crisis flagged through another value alone is not passed off as seen."""
    seen = persona(
        "p", *(week(n, is_crisis=n in {2, 3}, is_flagged=n in {3, 5}) for n in range(6))
    )
    missed = persona("q", week(1), week(2, is_crisis=True))
    other = persona("r", week(1, is_crisis=True, is_flagged=True, is_found=False))

    expected = "Crisis in weeks 2\u20133 flagged in week 3; 1 false alarm in week 5"
    assert expected == seen.finding
    assert "Crisis in week 2 missed" == missed.finding
    assert "Crisis in week 1 flagged in week 1, for another value" == other.finding
    assert 0 == other.scores["hit"]


def test_kinds_take_turns():
    """However many crises go unseen, a false alarm, a clean hit and a control are drawn too."""
    unseen = [persona(f"u{n}", week(1), week(2, is_crisis=True)) for n in range(20)]
    alarmed = persona("alarmed", week(1), week(2, is_flagged=True))
    held_back = persona("held back", week(1), week(2, suppressed_count=1))
    clean = persona("clean", week(1), week(2, is_crisis=True, is_flagged=True))
    control = persona("control", week(1), is_control=True)

    chosen = _personas.telling([*unseen, alarmed, held_back, clean, control], 6)

    expected = {
        "u0": "unseen",
        "alarmed": "false alarm",
        "held back": "suppressed",
        "clean": "hit",
        "control": "control",
        "u1": "unseen",
    }
    assert expected == {each.persona_id: kind for each, kind in chosen}


def test_best_system_is_drawn_and_no_control():
    """A control is not drawn even where it does best, unless it is alone."""
    hit = week(1, is_crisis=True, is_flagged=True)
    found = {
        "keyword_baseline": [persona("p", hit)],
        "good": [persona("p", hit, week(2, is_flagged=True), week(3))],
        "poor": [persona("p", week(1, is_crisis=True))],
    }
    configuration = DriftConfiguration(low_levels={}, kinds={})

    assert "good" == drift.shown_system(found, configuration)
    found = {"keyword_baseline": found["keyword_baseline"]}
    assert "keyword_baseline" == drift.shown_system(found, configuration)
