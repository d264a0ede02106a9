"""Journals of a file become weeks with the truth of their labels, or say what is wrong."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.errors import UsageError
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.drift.cases import journals
from evalstore.suites.drift.cases.crisis_weeks import alignment_class
from evalstore.suites.drift.crisis.journal_entries import read_journals
from evalstore.suites.drift.engine import journal
from evalstore.suites.drift.engine.values import VALUES

REAL_DATA = os.environ.get("EVALSTORE_REAL_DATA")
ENTRY = {"persona_id": "ada", "date": "2026-03-02", "text": "Paid the rent early."}


def file_of(tmp_path, *entries, name="journals.jsonl"):
    path = tmp_path / name
    path.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries), encoding="utf-8")
    return path


def cases_of(path, count=None, **settings):
    settings = {"journals": str(path), **settings}
    return list(journals.generate(SeededRandom("seed", "journals"), count, settings))


def test_dates_become_weeks_of_the_persona(tmp_path):
    """Weeks run from Monday to Sunday, from the first entry's; a week without entries is a gap."""
    dates = ["2026-03-08", "2026-03-04", "2026-03-09", "2026-03-29"]
    path = file_of(tmp_path, *({**ENTRY, "date": date, "text": date} for date in dates))

    found = [(entry.week, entry.text) for entry in read_journals(path).entries]

    assert [(1, dates[0]), (1, dates[1]), (2, dates[2]), (4, dates[3])] == found


def test_a_week_is_a_case_with_its_truth(tmp_path):
    """A core value whose labels are against it is in crisis; what nobody judged is not known."""
    core = {"core_values": ["security", "power"], "weights": {"power": 0.3, "security": 0.7}}
    path = file_of(
        tmp_path,
        {**ENTRY, **core, "alignments": {"security": -1, "power": 0, "hedonism": 1}},
        {**ENTRY, **core, "date": "2026-03-03", "alignments": {"security": 0, "power": 1}},
        {**ENTRY, **core, "date": "2026-03-10"},
    )
    judged, silent = cases_of(path)

    assert ("crisis", ("security",)) == (judged.label, judged.expected)
    assert [
        {"value_dim": "security", "weight": 0.7, "alignment": -1},
        {"value_dim": "power", "weight": 0.3, "alignment": 1},
    ] == judged.extra["value_dims"]
    assert (None, None) == (silent.label, silent.expected)
    assert all("alignment" not in dim for dim in silent.extra["value_dims"])
    assert {"persona_id": "ada", "week": 2} == silent.attributes


def test_all_values_are_read_where_asked_or_where_none_is_known(tmp_path):
    """The journal names them, and says whether the writer's own values are known."""
    known = file_of(tmp_path, {**ENTRY, "core_values": ["power"]})
    unknown = file_of(tmp_path, ENTRY, name="unknown.jsonl")
    [narrow], [wide] = cases_of(known), cases_of(known, values="all")
    [bare] = cases_of(unknown)

    assert ("power",) == journal.read(narrow.turns[0]).values
    assert VALUES == journal.read(wide.turns[0]).values
    assert ("power",) == journal.read(wide.turns[0]).core_values
    assert (VALUES, None) == (
        journal.read(bare.turns[0]).values,
        journal.read(bare.turns[0]).core_values,
    )
    assert bare.expected is None


@given(
    st.lists(st.sampled_from(VALUES), min_size=1, unique=True),
    st.none() | st.lists(st.sampled_from(VALUES), min_size=1, unique=True),
    st.lists(st.text(), max_size=4),
)
def test_a_journal_comes_back(values, core_values, entries):
    """Whatever values are to be read, known or not, the text says so and is read again."""
    found = journal.read(journal.written(7, values, entries, core_values))

    assert (7, tuple(values), tuple(entries)) == (found.week, found.values, found.entries)
    assert found.core_values == (None if core_values is None else tuple(core_values))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"persona_id": None}, "persona_id is None; expected a text"),
        ({"text": "  "}, "text is '  '; expected a text"),
        ({"date": "03/02/2026"}, "date is '03/02/2026'; expected one like 2026-03-02"),
        ({"date": None}, "neither date nor week; expected a date or a week"),
        ({"week": 1}, "found date and week"),
        ({"date": None, "week": 0}, "week is 0; expected a whole number from 1"),
        ({"core_values": ["wealth"]}, r"core_values is \['wealth'\]; expected a list"),
        ({"core_values": ["power", "power"]}, "expected a list without duplicates"),
        ({"core_values": ["power"], "weights": [0]}, r"weights is \[0\]; expected a number"),
        ({"core_values": ["power"], "weights": {"security": 1}}, "for each core value"),
        ({"alignments": {"power": 2}}, "found 'power': 2 in alignments; expected -1, 0 or 1"),
        ({"alignments": [1]}, r"alignments is \[1\]; expected an object with a label"),
        ({"persona": "bob"}, "found both persona_id and persona"),
    ],
)
def test_what_is_no_entry_is_named(tmp_path, change, message):
    """With its line, the field, what was found and what was expected."""
    path = file_of(tmp_path, ENTRY, {**ENTRY, **change})

    with pytest.raises(UsageError, match=message) as caught:
        read_journals(path)

    assert "line 2" in str(caught.value)


def test_a_persona_has_one_profile_and_one_way_of_counting(tmp_path):
    """Other core values, or weeks beside dates, are named with the persona."""
    other = file_of(
        tmp_path, {**ENTRY, "core_values": ["power"]}, {**ENTRY, "core_values": ["security"]}
    )
    mixed = file_of(tmp_path, ENTRY, {**ENTRY, "date": None, "week": 3}, name="mixed.jsonl")

    with pytest.raises(UsageError, match="core_values and weights of 'ada' differ from those in"):
        read_journals(other)
    with pytest.raises(UsageError, match="the same for all entries of 'ada'"):
        read_journals(mixed)


def test_personas_are_drawn_by_the_seed(tmp_path):
    """Some of them, in the order of the file; more than there are is an error."""
    path = file_of(tmp_path, *({**ENTRY, "persona_id": f"p{n}"} for n in range(9)))
    drawn = [case.attributes["persona_id"] for case in cases_of(path, 4)]

    assert 4 == len(drawn)
    assert sorted(drawn) == drawn
    with pytest.raises(UsageError, match="has 9 personas, expected at least 10"):
        cases_of(path, 10)
    with pytest.raises(UsageError, match="`values` is 'some', expected one of core, all"):
        cases_of(path, values="some")


@pytest.mark.skipif(not REAL_DATA, reason="EVALSTORE_REAL_DATA names no folder")
def test_journals_of_others_are_read_as_they_are():
    """All entries and personas of a published set, and its crises by its own labels."""
    path = Path(REAL_DATA) / "twinkl" / "journal_entries_dev.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    file = read_journals(path)
    cases = cases_of(path)

    assert (358, 46) == (len(file.entries), len({entry.persona_id for entry in file.entries}))
    assert ("entry_index",) == file.ignored
    assert 358 == sum(len(journal.read(case.turns[0]).entries) for case in cases)
    assert len(cases) == len({case.case_id for case in cases})
    for case in cases[:40]:
        texts = journal.read(case.turns[0]).entries
        own = [line for line in lines if line["text"] in texts]
        for dim in case.extra["value_dims"]:
            labels = [line["alignments"][dim["value_dim"]] for line in own]
            assert alignment_class(labels) == dim["alignment"]
