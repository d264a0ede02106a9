"""The benchmark of the validators' agreement: its halves and its kappa."""

from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from benchmarks.halves import HALVES, half_of
from benchmarks.judging import cohens_kappa, main


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30))
def test_kappa_is_that_of_scikit_learn(pairs):
    """Chance is taken out as scikit-learn does; where both raters say one thing there is none."""
    if len({value for pair in pairs for value in pair}) < len((True, False)):
        assert cohens_kappa(pairs) is None
        return

    expected = cohen_kappa_score(*zip(*pairs, strict=True))

    assert abs(expected - cohens_kappa(pairs)) < 1e-9


def test_a_question_is_in_one_half_only():
    """The half depends on the text alone, and both halves are about equal."""
    halves = [half_of(f"question {number}") for number in range(1000)]

    assert halves == [half_of(f"question {number}") for number in range(1000)]
    assert all(400 < halves.count(half) < 600 for half in HALVES)


def test_without_the_data_it_says_so(monkeypatch, capsys, tmp_path):
    """There is nothing to measure, and that is no error."""
    monkeypatch.setenv("EVALSTORE_REAL_DATA", str(tmp_path))

    assert main() == 0
    assert "nothing to do" in capsys.readouterr().out
