"""A table fits its terminal, and no id or number is cut for it; a pipe gets it in full."""

import re
import sys

import pytest

from evalstore.cli._fitted_table import fitted_lines

COLUMNS = ("run_id", "system_id", "left_out_attempt_count", "accuracy", "reason")
IDS = ("nightly-2026-11-01-candidate", "nightly-2026-11-02-candidate")
REASON = "the reply names another city, which the record does not know, and gives no source"
ROWS = [(IDS[0], "large", 0, 0.123456, REASON), (IDS[1], "large", 12, 0.5, f"{REASON} either")]


def lines(columns, rows, width):
    """Return the lines without the escape sequences of bold names."""
    return [re.sub(r"\x1b\[\d*m", "", line) for line in fitted_lines(columns, rows, width)]


def test_a_table_that_fits_stays_as_it_is():
    """All columns, also the one that has the same value in each row."""
    assert [
        "run_id  system_id  n",
        "r1      large      1",
        "r2      large      2",
    ] == lines(("run_id", "system_id", "n"), [("r1", "large", 1), ("r2", "large", 2)], 20)


def test_a_column_of_one_value_becomes_a_heading():
    """It is printed once above the table if the table is wider than the terminal."""
    assert [
        "system_id: large",
        "",
        "run_id  n",
        "r1      1",
        "r2      2",
    ] == lines(("run_id", "system_id", "n"), [("r1", "large", 1), ("r2", "large", 2)], 19)


def test_long_texts_are_wrapped_and_long_names_broken():
    """At a word, or behind an underscore; the ids and numbers stay whole."""
    assert [
        "system_id: large",
        "",
        "run_id                           left_  accuracy  reason",
        "                                  out_",
        "                              attempt_",
        "                                 count",
        "nightly-2026-11-01-candidate         0  0.123456  the reply names another city, which",
        "                                                  the record does not know, and gives",
        "                                                  no source",
        "nightly-2026-11-02-candidate        12       0.5  the reply names another city, which",
        "                                                  the record does not know, and gives",
        "                                                  no source either",
    ] == lines(COLUMNS, ROWS, 87)


def test_a_long_text_of_a_heading_is_wrapped():
    """It is no wider than the table below it."""
    assert ["reason: the reply", "names a city", "", "n", "1", "2"] == lines(
        ("reason", "n"), [("the reply names a city", 1), ("the reply names a city", 2)], 20
    )


def test_rows_sorted_by_a_column_become_a_table_for_each_of_its_values():
    """Each has a heading with what is constant in it, other than a measured value."""
    rows = [
        ("a" * 20, "large", 1, 0.5),
        ("a" * 20, "small", 2, 0.5),
        ("b" * 20, "large", 3, 0.25),
        ("b" * 20, "small", 3, 0.125),
    ]

    assert [
        f"run_id: {'a' * 20}",
        "",
        "system_id  n  share",
        "large      1    0.5",
        "small      2    0.5",
        "",
        f"run_id: {'b' * 20}  n: 3",
        "",
        "system_id  share",
        "large       0.25",
        "small      0.125",
    ] == lines(("run_id", "system_id", "n", "share"), rows, 35)


def test_the_sorted_column_need_not_be_the_first():
    """It is the first of those before the numbers that has groups."""
    rows = [
        ("pass", "ece", 1),
        ("fail", "ece", 2),
        ("pass", "accuracy", 3),
        ("fail", "accuracy", 4),
    ]

    assert [
        "gate: ece",
        "",
        "decision  count",
        "pass          1",
        "fail          2",
        "",
        "gate: accuracy",
        "",
        "decision  count",
        "pass          3",
        "fail          4",
    ] == lines(("decision", "gate", "count"), rows, 20)


def test_rows_not_sorted_by_a_column_stay_in_their_order():
    """A heading that came twice would promise a whole group."""
    rows = [("a" * 20, "first"), ("b" * 20, "second"), ("a" * 20, "third")]
    printed = lines(("run_id", "name"), rows, 25)

    assert ["first", "second", "third"] == [
        line.split()[1] for line in printed if line.startswith("name")
    ]


def test_a_table_too_wide_is_printed_a_block_a_row():
    """A line for each column, and an empty line between two rows."""
    assert [
        "system_id: large",
        "",
        "run_id                  nightly-2026-11-01-candidate",
        "left_out_attempt_count  0",
        "accuracy                0.123456",
        "reason                  the reply names another city, which",
        "                        the record does not know, and gives",
        "                        no source",
        "",
    ] == lines(COLUMNS, ROWS, 60)[:9]


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120, 200])
def test_no_id_or_number_is_cut(width):
    """At any width that a word fits into; and no line is wider than the terminal."""
    printed = lines(COLUMNS, ROWS, width)
    text = " ".join("".join(printed).split()) if width < 55 else "\n".join(printed)

    assert "…" not in text
    assert width == 20 or all(str(value) in text for value in ("0.123456", 12))
    assert width < 55 or all(run_id in text for run_id in IDS)
    assert width < 40 or max(map(len, printed)) <= width


def test_a_long_text_is_cut_and_a_long_id_is_not():
    """An id may have 512 characters; a reply may have any number."""
    run_id, text = "r" * 512, "word " * 100
    [row] = [lines(("run_id", "text"), [(run_id, text)], 1000)[1]]

    assert row.startswith(f"{run_id}  word ")
    assert row.endswith("…")
    assert len(row) == len(run_id) + 2 + 201


def test_rows_that_are_all_the_same_are_all_printed():
    """Their number is part of the answer."""
    assert ["name", "a" * 30, "a" * 30] == lines(("name",), [("a" * 30,)] * 2, 30)
    blocks = lines(("name",), [("a" * 30,)] * 2, 20)

    assert ["name  " + "a" * 14, " " * 6 + "a" * 14, " " * 6 + "aa", ""] == blocks[:4]


def test_an_empty_table_has_its_names():
    """At any width."""
    assert ["run_id  system_id  reason"] == lines(("run_id", "system_id", "reason"), [], 80)
    assert ["run_id", "system_id", "reason"] == lines(("run_id", "system_id", "reason"), [], 10)


def test_wide_characters_are_aligned():
    """A CJK character takes two places."""
    assert ["name  n", "漢字  1", "abcd  2"] == lines(("name", "n"), [("漢字", 1), ("abcd", 2)], 9)


def test_a_pipe_gets_the_whole_table(store, evalstore, monkeypatch):
    """One line a row and nothing cut, unless COLUMNS names a width."""
    command = ("query", "select repeat('word ', 100) as text, 'r1' as run_id")
    monkeypatch.delenv("COLUMNS", raising=False)
    piped = evalstore(*command).out
    monkeypatch.setenv("COLUMNS", "60")
    narrow = evalstore(*command).out

    assert "word " * 100 + "  r1" in piped
    assert "…" in narrow
    assert max(map(len, narrow.splitlines())) <= 60


def test_a_terminal_gets_its_width(store, evalstore, monkeypatch):
    """`show accuracy` prints a row of more than eighty characters as a block."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    shown = re.sub(r"\x1b\[\d*m", "", evalstore("show", "accuracy", "--slice", "all").out)

    assert "accuracy                0.5" in shown.splitlines()
    assert "run_id                  r1" in shown.splitlines()
