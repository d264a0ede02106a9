"""`label` writes a sheet, refuses what it cannot draw, and labels in a terminal."""

import json
import os
import pty
import select
import subprocess
import sys
import time

import pytest


@pytest.mark.sweep
def test_it_says_what_was_drawn(evalstore, quiz):
    """Each stratum with how many replies it has; as JSON, too."""
    arguments = ("label", "r1", "--sample", "6", "--by", "verdict", "--system", "b")
    told = evalstore(*arguments, "-o", "one.csv")
    found = json.loads(evalstore(*arguments, "-o", "two.csv", "--json").out)

    assert "wrote 6 rows to one.csv" in told.out
    assert [("right", 12, 3), ("wrong", 4, 3)] == [
        (row["verdict"], row["reply_count"], row["drawn_count"]) for row in found["drawn"]
    ]


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nowhere",), "nowhere"),
        (("r1", "--system", "c"), "no system 'c'"),
        (("r1", "--by", "tone"), "no stratum 'tone'; available: domain"),
        (("r1", "--validator", "x"), "no validator 'x'"),
        (("r1", "--interactive"), "--interactive needs a terminal"),
        (("r1", "--name", " "), "--name must be the name of the person who labels"),
        (("r1", "--name", "k" * 201), "--name must be the name of the person who labels"),
        (("r1", "--name", "kim\x1b[2J"), "--name must be the name of the person who labels"),
    ],
)
def test_what_cannot_be_drawn_is_refused(evalstore, quiz, folder, arguments, words):
    """With what there is; and no file is written."""
    found = evalstore("label", *arguments, "-o", "labels.csv")

    assert (2, True) == (found.code, words in found.err), found.err
    assert not (folder / "labels.csv").exists()


def test_a_sheet_is_not_written_over(evalstore, quiz, folder):
    """It may hold an afternoon's labels."""
    (folder / "labels.csv").write_text("mine")

    found = evalstore("label", "r1", "-o", "labels.csv")

    assert (2, "mine") == (found.code, (folder / "labels.csv").read_text())


def test_what_is_expected_is_shown_when_asked(evalstore, quiz, sheet):
    """Else labels are blind to it, as they always are to what a validator found."""
    evalstore("label", "r1", "--sample", "2", "-o", "labels.csv")
    evalstore("label", "r1", "--sample", "2", "--with-expected", "-o", "open.csv")

    assert ({""}, {"4"}) == tuple(
        {row["expected"] for row in sheet(name)} for name in ("labels.csv", "open.csv")
    )
    assert not any("told" in cell for row in sheet() for cell in row.values())


def in_terminal(folder, arguments, keys):
    """Press keys in a terminal, each once a screen has come; return what was shown."""
    here, there = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "evalstore", "label", *arguments], cwd=folder,
        env={**os.environ, "EVALSTORE_STORE": "warehouse", "TERM": "xterm"},
        stdin=there, stdout=there, stderr=there, close_fds=True,
    )  # fmt: skip
    os.close(there)
    said, waiting = b"", list(keys)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        ready, _, _ = select.select([here], [], [], 0.1)
        if ready:
            try:
                said += os.read(here, 65536)
            except OSError:
                break
        elif waiting and b"q quit" in said:
            os.write(here, waiting.pop(0).encode())
        elif process.poll() is not None:
            break
    process.wait(10)
    os.close(here)
    return said.decode(errors="replace")


@pytest.mark.sweep
def test_labels_are_given_in_the_terminal_and_gone_on_with(quiz, folder, sheet):
    """Keys label, skip, go back and note; after a stop it goes on where it was."""
    arguments = ("r1", "--system", "a", "--sample", "5", "--name", "kim", "-o", "labels.csv",
                 "--interactive")  # fmt: skip

    said = in_terminal(folder, arguments, ["r", "w", "b", "u", "x", "n", "half of it\n", "q"])
    outcomes = [row["outcome"] for row in sheet()]
    again = in_terminal(folder, arguments, ["s", "a", "r", "q"])

    assert ["right", "unclear", "", "", ""] == outcomes
    assert "half of it" == sheet()[2]["reason"]
    assert "\x1b[2J<b>" not in said
    assert "unknown key: x" in said
    assert "2 of 5 rows labelled in labels.csv" in said
    assert ["right", "unclear", "", "abstained", "right"] == [row["outcome"] for row in sheet()]
    assert {"kim"} == {row["labelled_by"] for row in sheet()}
    assert "4 of 5 rows labelled" in again


def test_strata_without_a_reply_in_the_sample_are_told(evalstore, quiz):
    """Labels say nothing of them, and a corrected number would leave them out."""
    few = evalstore("label", "r1", "--sample", "3", "--by", "verdict", "-o", "few.csv")
    enough = evalstore("label", "r1", "--sample", "4", "--by", "verdict", "-o", "enough.csv")
    plain = evalstore("label", "r1", "--sample", "1", "-o", "plain.csv")

    assert "1 of 4 strata have no reply in the sample" in few.err
    assert "strata" not in enough.err + plain.err


@pytest.mark.sweep
def test_who_labels_in_the_terminal_is_who_is_named_there(evalstore, quiz, folder, sheet):
    """Also on a sheet drawn for somebody else, whose labels stay theirs."""
    evalstore("label", "r1", "--sample", "3", "--name", "kim", "-o", "labels.csv")
    arguments = ("r1", "-o", "labels.csv", "--interactive")

    in_terminal(folder, arguments, ["r", "q"])
    in_terminal(folder, (*arguments, "--name", "lee"), ["w", "q"])

    assert [("kim", "right"), ("lee", "wrong"), ("kim", "")] == [
        (row["labelled_by"], row["outcome"]) for row in sheet()
    ]


@pytest.mark.sweep
def test_columns_that_people_changed_are_kept_in_the_terminal(evalstore, quiz, folder, sheet):
    """One that only later rows fill in, and the name where its column was taken out."""
    evalstore("label", "r1", "--sample", "2", "-o", "drawn.csv")
    [first, second] = [
        json.dumps(row["key"])[1:-1].replace('\\"', '""') for row in sheet("drawn.csv")
    ]
    (folder / "labels.csv").write_text(
        f'outcome,key,remark\nright,"{first}"\n,"{second}",mine\n', encoding="utf-8"
    )

    in_terminal(folder, ("r1", "--name", "lee", "-o", "labels.csv", "--interactive"), ["w"])

    [_, row] = sheet()
    assert ("wrong", "lee", "mine") == (row["outcome"], row["labelled_by"], row["remark"])


@pytest.mark.sweep
def test_a_sheet_of_another_run_is_not_gone_on_with(evalstore, quiz, folder, sheet):
    """The name of the run would be ignored, and its labels go to the other."""
    evalstore("label", "r1", "--sample", "2", "--name", "kim", "-o", "labels.csv")

    said = in_terminal(folder, ("r2", "-o", "labels.csv", "--interactive"), ["w"])

    assert "labels.csv is a sheet of run r1, expected run r2" in said
    assert {""} == {row["outcome"] for row in sheet()}
