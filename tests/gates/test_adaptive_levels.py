"""Adaptive thresholds by difficulty: the history, weighted with this run's mix of levels."""

import pytest

from evalstore.errors import UsageError
from evalstore.gates import config
from evalstore.gates.config import config_sha256
from evalstore.gates.control import Control
from tests.gates.gated import run_of

BY = '[[gate]]\nmetric = "accuracy"\nadaptive = { min_runs = 3, sigmas = 3, by = "difficulty" }\n'
WITHOUT = BY.replace(', by = "difficulty"', "")


def graded(run_id, rights, *, day):
    """A run whose ``rights`` are, by difficulty, how many are right and how many there are."""
    outcomes, levels = [], []
    for level, (right_count, count) in rights.items():
        outcomes += ["right"] * right_count + ["wrong"] * (count - right_count)
        levels += [level] * count
    events = run_of(run_id, outcomes, day=day)
    cases = (event["payload"] for event in events if event["kind"] == "case_generated")
    for payload, level in zip(cases, levels, strict=True):
        payload["attributes"] = {"difficulty": level} if level else {}
    return events


def add_history(gated):
    """Four runs that are right on nine of ten easy cases and three or four of ten hard ones."""
    for day, hard in enumerate((3, 4, 3, 4), start=1):
        gated.add(graded(f"r{day}", {"easy": (27, 30), "hard": (hard, 10)}, day=day))


@pytest.mark.sweep
def test_a_run_of_harder_cases_is_not_failed_for_them(gated):
    """As good as ever at each difficulty: it passes by difficulty, and fails without."""
    add_history(gated)
    gated.add(graded("harder", {"easy": (9, 10), "hard": (12, 30)}, day=5))
    plain, _ = gated(WITHOUT)
    code, [decision] = gated(BY)

    assert (1, 0) == (plain, code)
    # 0.25 of 0.9, and 0.75 of 0.3 and 0.4 in turn.
    assert (
        "mean 0.4875 minus 3 standard deviations of 0.0433, over 4 runs" in decision["threshold"]
    )
    assert "mix by difficulty: easy 25.0%, hard 75.0%" in decision["threshold"]


@pytest.mark.sweep
def test_a_run_of_easier_cases_is_not_passed_for_them(gated):
    """Worse than ever at each difficulty: it fails by difficulty, and passes without."""
    add_history(gated)
    gated.add(graded("easier", {"easy": (29, 39), "hard": (0, 1)}, day=5))
    plain, _ = gated(WITHOUT)
    code, _ = gated(BY)

    assert (0, 1) == (plain, code)


def test_a_level_without_history_decides_nothing(gated):
    """The gate names the level, and in how many runs it was."""
    add_history(gated)
    gated.add(graded("new", {"easy": (9, 10), "medium": (8, 10)}, day=5))
    code, [decision] = gated(BY)

    assert 3 == code
    assert "every difficulty of this run (medium in 0), at least 3" in decision["reason"]


@pytest.mark.sweep
def test_cases_without_a_level_decide_nothing(gated):
    """A mix that leaves cases out is none, and the reason counts them."""
    add_history(gated)
    gated.add(graded("mixed", {"easy": (9, 10), None: (8, 10)}, day=5))
    code, [decision] = gated(BY)

    assert 3 == code
    assert "10 cases have a difficulty, of 20 that count" in decision["reason"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            BY + 'where = { domain = "d" }\n',
            "weights all cases, but `where` names the slice domain",
        ),
        (BY.replace("accuracy", "ece"), "has no value for a single case"),
    ],
)
def test_what_cannot_be_weighted_is_refused(tmp_path, text, words):
    """A slice of its own, and a metric that is no mean over cases."""
    path = tmp_path / "gates.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(UsageError, match=words):
        config.read(path)


def test_by_is_a_part_of_the_configuration(tmp_path):
    """Its hash differs from that of the same gate without it."""
    hashes = []
    for text in (BY, WITHOUT):
        path = tmp_path / "gates.toml"
        path.write_text(text, encoding="utf-8")
        hashes.append(config_sha256(config.read(path), Control(), allow_incomplete=False))

    assert hashes[0] != hashes[1]
