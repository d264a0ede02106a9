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
    assert "reason" in lines(("run_id", "system_id", "reason"), [], 10)[0]


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
