"""A sheet goes out to people and comes back as their verdicts, whatever program saved it."""

import csv
import io
import json

import pytest

from tests.running.labels.runs import HOSTILE

VERDICTS = (
    "select case_id, outcome, reason, is_rating, sampling_probability from facts.verdicts "
    "where validator_id = 'human:kim' order by all"
)


def saved(rows, delimiter=",", encoding="utf-8-sig"):
    """Return a sheet as another program saves it: other marks, an empty line, mangled ids."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([name.upper() for name in rows[0]])
    writer.writerow([])
    for row in rows:
        mangled = row | {"case_id": row["case_id"].lstrip("0"), "remark": "mine"}
        writer.writerow(list(mangled.values()))
    return buffer.getvalue().encode(encoding)


@pytest.fixture
def drawn(evalstore, quiz, sheet):
    """Draw eight replies of one system, four of each verdict, for Kim."""
    found = evalstore("label", "r1", "--sample", "8", "--by", "verdict", "--system", "a",
                      "--name", "kim", "-o", "labels.csv")  # fmt: skip
    assert 0 == found.code, found.err
    return sheet()


@pytest.mark.thinned(4)
@pytest.mark.parametrize(
    ("delimiter", "encoding"),
    [(",", "utf-8-sig"), (";", "cp1252"), ("\t", "utf-16"), (",", "utf-8")],
)
def test_a_sheet_comes_back(evalstore, quiz, folder, drawn, delimiter, encoding):
    """Every label is a verdict on the reply that was shown, with its chance."""
    words = ["right", " WRONG ", "Abstained", "unclear", "1", "no", "y", "?"]
    labelled = [
        row | {"outcome": word, "reason": "é"} for row, word in zip(drawn, words, strict=True)
    ]
    (folder / "labels.csv").write_bytes(saved(labelled, delimiter, encoding))

    first = evalstore("ingest", "labels.csv", "--strict")
    again = evalstore("ingest", "labels.csv", "--strict")

    assert (0, 0) == (first.code, again.code), first.err
    assert "new 8" in first.out
    rows = quiz.query(VERDICTS).rows()
    keys = {json.loads(row["key"])["case_id"]: row for row in drawn}
    assert set(keys) == {row[0] for row in rows}
    meant = ["right", "wrong", "abstained", "undetermined"]
    meant += ["right", "wrong", "right", "undetermined"]
    assert dict(zip(keys, meant, strict=True)) == {row[0]: row[1] for row in rows}
    assert {("é", True)} == {(row[2], row[3]) for row in rows}
    # Four of twelve right replies, and all of four wrong ones.
    assert {1 / 3: 4, 1.0: 4} == {
        chance: sum(row[4] == chance for row in rows) for chance in {row[4] for row in rows}
    }


def test_text_of_a_model_stays_text(evalstore, quiz, sheet):
    """A formula has an apostrophe before it, control characters are gone, the rest is there."""
    evalstore("label", "r1", "--system", "a", "-o", "labels.csv")

    [reply] = [row["reply"] for row in sheet() if row["question"] == "question 0"]

    assert reply == "'" + HOSTILE.replace("\x1b", " ")


@pytest.mark.sweep
@pytest.mark.parametrize("begin", ["sep=;\r\n", ";;;\r\n", "\r\n"])
@pytest.mark.parametrize("line_end", ["\r\n", "\n", "\r"])
def test_what_programs_write_before_the_header_is_passed_over(
    evalstore, quiz, folder, drawn, begin, line_end
):
    """Excel's mark of the delimiter, empty rows; lines as old Macs end them, too."""
    labelled = [row | {"outcome": "right", "question": "", "reply": ""} for row in drawn]
    text = begin + saved(labelled, ";", "utf-8").decode()
    (folder / "labels.csv").write_bytes(text.replace("\r\n", line_end).encode())

    found = evalstore("ingest", "labels.csv", "--strict")

    assert (0, True) == (found.code, "new 8" in found.out), found.err


@pytest.mark.sweep
def test_the_last_letter_of_a_sheet_is_kept(evalstore, quiz, folder, drawn):
    """A file that ends in an é of Windows-1252 is no file that was cut in a letter of UTF-8."""
    columns = ["key", "labelled_by", "outcome", "reason"]
    row = drawn[0] | {"outcome": "wrong", "reason": "café"}
    data = saved([{name: row[name] for name in ("case_id", *columns)}], ";", "cp1252")
    data = data.replace(b";remark", b"").replace(b";REMARK", b"").replace(b";mine", b"")
    (folder / "labels.csv").write_bytes(data.rstrip())

    found = evalstore("ingest", "labels.csv")

    assert "Windows-1252" in found.out + found.err
    assert ["café"] == [row[2] for row in quiz.query(VERDICTS).rows()]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("attempt", "first"), ("attempt", None), ("attempt", True), ("attempt", 10**30),
        ("case_id", {"a": 1}), ("case_id", "\ud800"), ("system_id", ""), ("run_id", 5),
        ("response_event_id", None), ("sampling_probability", "0,5"),
        ("sampling_probability", float("nan")), ("sampling_probability", 2),
    ],
)  # fmt: skip
def test_a_key_that_was_edited_is_bad(evalstore, quiz, folder, drawn, field, value):
    """It is not taken for the first attempt, another case, or a reply drawn by no chance."""
    key = json.dumps(json.loads(drawn[1]["key"]) | {field: value})
    labelled = [row | {"outcome": "right"} for row in drawn]
    labelled[1]["key"] = key
    (folder / "labels.csv").write_bytes(saved(labelled))

    found = evalstore("ingest", "labels.csv")

    assert (0, True, True) == (found.code, "new 7" in found.out, "bad key" in found.out)


@pytest.mark.sweep
def test_a_key_of_many_brackets_is_bad(evalstore, quiz, folder, drawn):
    """Parsing it ends at the depth that the parser has."""
    labelled = [row | {"outcome": "right"} for row in drawn]
    labelled[1]["key"] = "[" * 100_000
    (folder / "labels.csv").write_bytes(saved(labelled))

    found = evalstore("ingest", "labels.csv")

    assert (0, True) == (found.code, "bad key" in found.out), found.err


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("column", "cell", "words"),
    [
        ("outcome", "maybe", 'outcome: found "maybe", expected right, wrong, abstained or'),
        ("key", "{}", 'key: found "{}", expected the JSON that `evalstore label` wrote'),
        (
            "labelled_by",
            " ",
            "labelled_by: found nothing, expected the name of the person who labelled",
        ),
    ],
)
def test_what_cannot_be_read_is_named(evalstore, quiz, folder, drawn, column, cell, words):
    """The others count; strictly, none does."""
    labelled = [row | {"outcome": "right"} for row in drawn]
    labelled[2][column] = cell
    (folder / "labels.csv").write_bytes(saved(labelled))

    strict = evalstore("ingest", "labels.csv", "--strict")
    lenient = evalstore("ingest", "labels.csv")

    assert (5, 0) == (strict.code, lenient.code)
    assert "labels.csv, line 5: " in strict.err
    assert words in strict.err
    assert "new 7" in lenient.out
    assert "skipped 1" in lenient.out


@pytest.mark.sweep
def test_rows_without_an_outcome_are_counted_and_no_fault(evalstore, quiz, folder, drawn):
    """Labelling takes its time; a sheet that is half done is taken as far as it goes."""
    labelled = [row | {"outcome": "right" if place < 3 else ""} for place, row in enumerate(drawn)]
    (folder / "labels.csv").write_bytes(saved(labelled))

    found = evalstore("ingest", "labels.csv", "--strict")

    assert 0 == found.code
    assert "5 of 8 rows have no outcome yet" in found.out + found.err
    assert "new 3" in found.out


@pytest.mark.sweep
def test_a_label_on_a_reply_that_was_replaced_counts_no_more(evalstore, quiz, folder, drawn):
    """It stays in the log, as a verdict on an earlier response."""
    about = json.loads(drawn[0]["key"])
    quiz.append(
        [
            {
                "kind": "response_recorded",
                "run_id": "r1",
                "payload": {"case_id": about["case_id"], "system_id": "a", "status": "ok",
                            "text": "another reply"},
            }
        ]
    )  # fmt: skip
    (folder / "labels.csv").write_bytes(saved([drawn[0] | {"outcome": "right"}]))

    evalstore("ingest", "labels.csv")

    [(_, outcome, reason, *_)] = quiz.query(VERDICTS).rows()
    assert ("unscored", True) == (outcome, "earlier response" in reason)


def test_a_file_that_is_cut_in_a_quoted_cell_is_refused(evalstore, quiz, folder, drawn):
    """Half a sheet is not taken for a whole one."""
    data = (folder / "labels.csv").read_bytes()
    (folder / "cut.csv").write_bytes(data[: data.rfind(b'""') - 3])

    found = evalstore("ingest", "cut.csv")

    assert 4 == found.code
    assert "cut.csv is not CSV" in found.err


def test_a_row_that_comes_again_with_another_label_is_named(evalstore, quiz, folder, drawn):
    """Of two labels of one person on one reply the last one counts; --strict refuses both."""
    twice = [{**drawn[0], "outcome": word} for word in ("right", "wrong")]
    (folder / "labels.csv").write_bytes(saved(twice))

    strict, plain = (evalstore("ingest", "labels.csv", *more) for more in (["--strict"], []))

    assert (5, 0) == (strict.code, plain.code)
    assert "1 row with another outcome than an earlier row of the same person" in plain.err
    assert ["wrong"] == [row[1] for row in quiz.query(VERDICTS).rows()]
