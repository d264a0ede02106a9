"""The benchmark of agreement with people: what it stores, and that it compares its kappas."""

import pytest

from benchmarks.halves import HALVES, half_of
from benchmarks.judge_agreement import judged, main, require_equal

QUESTIONS = [f"Who wrote book {number}?" for number in range(12)]


@pytest.mark.sweep
def test_labels_and_verdicts_meet_in_the_store(tmp_path):
    """A run for each half; a reply that names the answer is rated, and people label all."""
    rows = [
        {"dataset": "trivia_qa", "question": question, "golden_answers": ["Jane Austen"],
         "system": "a", "reply": f"It was {name}.", "human_is_right": is_right}
        for number, question in enumerate(QUESTIONS)
        for name, is_right in [("Jane Austen", True) if number % 2 else ("Mark Twain", False)]
    ]  # fmt: skip

    found, pairs = judged(rows, tmp_path / "store")

    expected = {
        f"trivia_qa, {half}": sum(half_of(question) == half for question in QUESTIONS)
        for half in HALVES
    }
    assert expected == {row["run_id"]: row["label_count"] for row in found}
    assert sum(row["scored_count"] for row in found) == len(pairs)
    assert all(row["label"] == row["rating"] for row in pairs)


def test_another_kappa_ends_it():
    """Half of the agreement beyond chance is not all of it."""
    verdicts = [("right", "right"), ("wrong", "wrong"), ("right", "wrong"), ("wrong", "wrong")]
    row = {"run_id": "r1", "system_id": "a", "judge_agreement": 1.0}
    with pytest.raises(SystemExit, match=r"scikit-learn has 0\.5"):
        require_equal(row, verdicts)

    require_equal({**row, "judge_agreement": 0.5}, verdicts)


def test_without_the_data_it_says_so(monkeypatch, capsys, tmp_path):
    """There is nothing to measure, and that is no error."""
    monkeypatch.setenv("EVALSTORE_REAL_DATA", str(tmp_path))

    assert main() == 0
    assert "nothing to do" in capsys.readouterr().out
