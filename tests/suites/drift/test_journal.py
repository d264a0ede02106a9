"""A journal can be read back exactly, whatever its entries say."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evalstore.errors import UsageError
from evalstore.suites.drift.engine import journal
from evalstore.suites.drift.engine.values import VALUES

PAGE = """\
Week 5 of a journal.
Core values, the most important first: benevolence, security
Entries: 2

1. Friday. I went to the recital.
2. Short night. A backslash \\\\ and\\na new line."""


def test_a_journal_is_a_page_that_people_can_read():
    """The week, the values by rank and the numbered entries stand in plain lines."""
    entries = ("Friday. I went to the recital.", "Short night. A backslash \\ and\na new line.")

    ranked = ("benevolence", "security")

    assert PAGE == journal.written(5, ranked, entries)
    assert journal.Journal(5, ranked, entries, ranked) == journal.read(PAGE)


@given(
    st.integers(1, 999_999_999),
    st.lists(st.sampled_from(VALUES), min_size=1, unique=True),
    st.lists(st.text()),
)
@example(1, ["power"], ["", "\n", "\r\n", "\\n", "\\", "\u2028", "\x85", "\ud800", "\x00"])
@example(2, ["power"], ["1. x\n2. y", "Week 9 of a journal.\nEntries: 0\n", "{friend}"])
def test_what_was_written_is_read_back(week, values, entries):
    """Nothing an entry holds can end it, add another or change the week or the values."""
    expected = journal.Journal(week, tuple(values), tuple(entries), tuple(values))

    assert expected == journal.read(journal.written(week, values, entries))


@given(st.text(alphabet=st.sampled_from("12.: \\nrx\n\r")), st.booleans())
def test_a_text_has_one_reading_or_none(tail, is_appended):
    """Whatever is read is the very text that its content would be written as."""
    text = PAGE + tail if is_appended else PAGE.replace("Friday", tail)
    try:
        found = journal.read(text)
    except UsageError:
        return

    assert text == journal.written(found.week, found.values, found.entries)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is no journal: it begins with ''"),
        ("Dear diary", "this is no journal: it begins with 'Dear diary'"),
        (PAGE.replace("Week 5", "Week 0"), "this is no journal"),
        (PAGE.replace("security", "loyalty"), "the values of a journal are 'benevolence, lo"),
        (PAGE.replace("security", "benevolence"), "one or more different ones"),
        (PAGE.replace("Entries: 2", "Entries: 3"), "announces 3 entries .* and 2 lines"),
        (PAGE.replace("2. S", "3. S"), "line 2 of the entries .* begin with '2. '"),
        (PAGE.replace("\\\\", "\\x"), "a backslash to be written twice"),
        (PAGE + "\\", "a backslash to be written twice"),
        (PAGE + "\r", "no carriage return"),
    ],
)
def test_what_is_no_journal_is_refused(text, message):
    """A text that was not written as a journal is an error that says what was found."""
    with pytest.raises(UsageError, match=message):
        journal.read(text)


@pytest.mark.parametrize("week", [0, -1, True, 1_000_000_000])
def test_weeks_count_from_one(week):
    """A week that is none cannot be written."""
    with pytest.raises(UsageError, match="expected a whole number from 1"):
        journal.written(week, ["power"], [])


@pytest.mark.parametrize("values", [[], ["honesty"], ["power", "power"], ["power, security"]])
def test_values_are_those_known(values):
    """Only the ten values can be core values, each once."""
    with pytest.raises(UsageError, match="the values of a journal are"):
        journal.written(1, values, [])
