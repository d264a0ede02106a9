"""Elements and constants are those of the libraries they come from."""

import json
import re
from collections import Counter
from datetime import date
from itertools import pairwise

import pytest
from scipy import constants as scipy_constants
from scipy.constants import physical_constants

from evalstore.judges.factual import factual
from evalstore.judges.text.values.units import unit_after
from evalstore.plugins.response import Response
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.cases import science
from evalstore.suites.hallucination.drafts import draft
from evalstore.suites.hallucination.factual_cases import case_of

RENAMED = {
    "vacuum magnetic permeability": "vacuum mag. permeability",
    "magnetic flux quantum": "mag. flux quantum",
}
# What editions of CODATA have moved by at most since 2014, relatively.
EDITIONS_DIFFER_BY = 1e-4


@pytest.mark.parametrize("constant", science.constants(), ids=lambda constant: constant.name)
def test_constants(constant):
    """A value is the one CODATA gives, whichever edition is installed."""
    expected = physical_constants[RENAMED.get(constant.name, constant.name)][0]

    assert expected == pytest.approx(float(constant.value), rel=EDITIONS_DIFFER_BY)


@pytest.mark.parametrize("constant", science.constants(), ids=lambda constant: constant.name)
def test_units_can_be_read(constant):
    """Each unit in the file is one that the validator knows to its end."""
    found = unit_after(f" {constant.unit}")

    assert len(constant.unit) == (found[1] - 1 if found else 0)


def test_elements():
    """There are 118, numbered without a gap, with symbols and names of their own."""
    found = science.elements()

    assert list(range(1, 119)) == [element.number for element in found]
    assert 118 == len({element.symbol for element in found})
    assert 118 == len({element.name for element in found})


def test_atomic_weights_rise():
    """Weights rise with the number, but for the pairs known for it."""
    stable = [element for element in science.elements() if element.is_stable]
    falling = [
        (one.symbol, other.symbol)
        for one, other in pairwise(stable)
        if float(one.atomic_weight) > float(other.atomic_weight)
    ]

    assert [("Ar", "K"), ("Co", "Ni"), ("Te", "I")] == falling


def test_sources_are_named():
    """The file says which libraries it was made from, and in which version."""
    sources = json.loads(science.DATA.read_text(encoding="utf-8"))["sources"]

    assert ["constants", "elements"] == sorted(sources)
    assert "CODATA 2022" in sources["constants"]
    assert "mendeleev 1.3.0" in sources["elements"]


def test_factors_are_those_of_scipy():
    """A factor of a unit that scipy has by the same name is the one it gives."""
    units = [unit for unit in draft.kept("units")["units"] if "scipy" in unit["packages"]]
    pairs = [
        (float(unit["factor"]), getattr(scipy_constants, unit["name"].replace(" ", "_"), None))
        for unit in units
    ]
    found = [(ours, theirs) for ours, theirs in pairs if isinstance(theirs, int | float)]

    assert 30 < len(found)
    assert [] == [(ours, theirs) for ours, theirs in found if ours != pytest.approx(theirs)]


def test_julian_days_follow_the_calendar():
    """A Julian day number is a constant more than the day's number in the Gregorian calendar."""
    rows = draft.kept("astronomy")["julian_days"]
    shifts = {row["day"] - date.fromisoformat(row["date"]).toordinal() for row in rows}

    assert {1_721_425} == shifts


def test_phases_are_a_month_apart():
    """From one full moon to a later one, and from a new one, it is a whole number of months."""
    for kind in ("full_moons", "new_moons"):
        days = [date.fromisoformat(day).toordinal() for day in draft.kept("astronomy")[kind][0]]
        months = [(later - earlier) / 29.530588 for earlier, later in pairwise(days)]

        assert 700 < len(days)
        assert [] == [count for count in months if abs(count - round(count)) > 0.05]


def test_no_month_with_two_full_or_new_moons_is_asked_for():
    """The Moon was full on 1 and 30 December 1982, and new on 1 and 30 October 2016."""
    kept = draft.kept("astronomy")
    days = {*kept["full_moons"][0], *kept["new_moons"][0]}

    assert not {"1982-12-30", "1988-05-31", "2016-10-30"} & days


def test_geological_intervals_nest():
    """Ages and epochs lie within their period, and nothing ends before it begins."""
    rows = draft.kept("earth")["intervals"]
    periods = {row["name"]: row for row in rows if row["rank"] == "period"}
    inside = [(row, periods[row["period"]]) for row in rows if row["period"] in periods]

    assert [] == [row["name"] for row in rows if row["start"] <= row["end"]]
    assert [] == [
        row["name"]
        for row, period in inside
        if row["start"] > period["start"] or row["end"] < period["end"]
    ]


def test_land_borders_are_mutual():
    """A country that has another as its neighbour is a neighbour of that one."""
    rows = {row["iso"]: row for row in draft.kept("earth")["countries"]}

    assert [] == [
        (iso, other)
        for iso, row in rows.items()
        for other in row["borders"]
        if other in rows and iso not in {*rows[other]["borders"], *rows[other]["perhaps"]}
    ]


@pytest.fixture(scope="module")
def everything():
    """All cases, drawn once."""
    return list(science.generate(SeededRandom("all"), 1_000_000, {}))


def test_there_are_only_so_many(everything):
    """Asked for more questions than there are, it yields all there are, each once."""
    found = everything

    assert 10_000 < len(found)
    assert science.case_count() == len(found) == len({case.case_id for case in found})
    assert set(science.TOPICS.names) == {case.attributes["topic"] for case in found}


def test_kept_files_name_their_sources():
    """Each kept file says which package and version each table comes from, under which licence."""
    files = sorted((draft.DATA / "science").glob("*.json"))
    sources = [json.loads(path.read_text(encoding="utf-8"))["sources"] for path in files]
    named = [text for each in sources for text in each.values()]

    assert files
    assert [] == [text for text in named if not re.search(r"\d+\.\d+.*\(.+\)", text)]
    assert 300 * 1024 > sum(path.stat().st_size for path in files)


def test_topics_and_answers_come_in_turn():
    """Topics come equally often, and no answer twice more often than another of its form."""
    found = list(science.generate(SeededRandom("turn"), 40 * len(science.TOPICS.names), {}))
    topics = Counter(case.attributes["topic"] for case in found)
    groups = {}
    for case in found:
        group = groups.setdefault(
            (case.attributes["form"], case.attributes["difficulty"]), Counter()
        )
        group[case.expected] += 1

    assert {40} == set(topics.values())
    assert {} == {
        key: group
        for key, group in groups.items()
        if max(group.values()) > 1 + min(group.values())
    }


@pytest.mark.parametrize("topic", sorted(science.TOPICS.names))
def test_facts_are_judged_as_stated(topic):
    """Of some questions of each form, aliases are right, rivals and the question itself wrong."""
    assert [] == findings(science.TOPICS.drafts[topic], per_form=6)


@pytest.mark.sweep
@pytest.mark.parametrize("topic", sorted(science.TOPICS.names))
def test_all_facts_are_judged_as_stated(topic):
    """The same of all questions."""
    assert [] == findings(science.TOPICS.drafts[topic], per_form=None)


def findings(drafts, per_form):
    """Return the answers that are judged otherwise than the question says."""
    found, forms = [], {}
    for each in drafts:
        forms.setdefault(each.form, []).append(each)
    for form, members in forms.items():
        some = SeededRandom(form).sample(members, per_form or len(members))
        for question in (each.question() for each in some):
            case, key = case_of(question), question.answer_key
            if len(set(key["wrong"])) < 2:
                found.append((question.question, key["wrong"], "two wrong answers at least"))
            right = [question.expected, *key.get("aliases", ())]
            wrong = [question.question, *key["wrong"]]
            judged = [(text, "right") for text in right] + [(text, "wrong") for text in wrong]
            found += [
                (question.question, text, expected)
                for text, expected in judged
                if factual.judge(case, Response("ok", answer=text)).outcome != expected
            ]
    return found


def test_no_constant_answer_is_frequent(everything):
    """In each form the most frequent answer is no more than a guess is allowed, or chance."""
    forms = {}
    for case in everything:
        forms.setdefault(case.attributes["form"], []).append(case)
    frequent = {
        form: Counter(case.expected for case in cases).most_common(1)[0]
        for form, cases in forms.items()
        if Counter(case.expected for case in cases).most_common(1)[0][1]
        > max(2, len(cases) * cases[0].chance)
    }

    assert {} == frequent
