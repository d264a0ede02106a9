"""A run that was interrupted goes on, and is never begun twice."""

import pytest

from evalstore.cli import call_command
from evalstore.errors import UsageError


def test_resumed(opened, rows):
    """What was answered is known with its text; a failed call is made again as its attempt."""
    run = opened(run_id="r1", resume=True)
    run.case("2 + 2?").response("4")
    run.case("2 + 3?").response(error="time-out")
    run.finish("failed")
    with pytest.raises(UsageError, match=r"failed, 1 response\); pass resume=True"):
        opened(run_id="r1")
    with opened(run_id="r1", resume=True) as run:
        known, failed, new = [run.case(text) for text in ("2 + 2?", "2 + 3?", "2 + 4?")]
        answered = [run.answered(case) for case in (known, failed, new)]
        answered[0].verdict("exact", answered[0].text == "4")
        failed.response("5")
        known.response("4.0")

    assert [True, False, False] == [found is not None for found in answered]
    assert [("4", 1), ("4.0", 2), ("5", 1)] == rows(
        "select text, attempt from facts.responses order by text"
    )
    assert [("completed",)] == rows("select run_status from facts.runs")
    assert [("right",)] == rows("select outcome from facts.verdicts")


@pytest.mark.sweep
def test_ends_again_as_before(opened, rows):
    """The last end counts, though an earlier one said the same."""
    for status in ("failed", "completed", "failed"):
        # Resumed, so that the ends are equal to the letter.
        opened(run_id="r1", resume=True).finish(status)
    opened(run_id="r1", resume=True).finish("completed")

    assert [("completed",)] == rows("select run_status from facts.runs")


@pytest.mark.sweep
def test_other_values(opened):
    """A run goes on as it was started; what is left out is not compared."""
    started = {"seed": 1, "config": {"temperature": 0.5, "stop": ("a", "b")}}
    opened(run_id="r1", **started).finish()
    wrong = []
    for name, other in {"seed": 2, "config": {"temperature": 0.7}, "systems": ["v3"]}.items():
        with pytest.raises(UsageError) as raised:
            opened(run_id="r1", resume=True, **{**started, name: other})
        message = f"{name}: found {other!r}, and run 'r1' was started with"
        wrong += [] if message in str(raised.value) else [str(raised.value)]
    opened(run_id="r1", resume=True, **started).finish()

    assert [] == wrong


def test_without_id(opened):
    """To go on, a run has to be named."""
    with pytest.raises(UsageError, match="run_id: missing"):
        opened(resume=True)
    with pytest.raises(UsageError, match="suite: missing"):
        opened(suite=None)


@pytest.mark.sweep
def test_advice(opened, store, capsys):
    """What lists the runs says how to go on with one that nothing finished."""
    run = opened(run_id="r1")
    store.fold()
    said = []
    for _ in range(2):
        assert 0 == call_command(["runs", "--store", str(store.layout.root)])
        said.append(capsys.readouterr().err)
        run.finish()

    assert [True, False] == ["run r1 is not finished; if its process" in text for text in said]
    assert "call `store.run(run_id='r1', resume=True)` to resume it" in said[0]
