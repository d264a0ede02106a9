"""The age of a baseline: told with every decision, and bounded by ``max_age``."""

import pytest

from evalstore.cli import call_command
from evalstore.gates.baseline_age import BaselineAge
from tests.gates.gated import NO_REGRESSION, Gated, run_of

RIGHT = ["right"] * 5
AGES = ("baseline_age_days", "baseline_age_run_count", "baseline_chosen_count")


@pytest.fixture
def nights(gated: Gated) -> Gated:
    """Return a store with runs on days 1, 2, 4 and 9, each decided on by the first as baseline."""
    for day in (1, 2, 4, 9):
        gated.add(run_of(f"r{day}", RIGHT, day=day))
    return gated


def test_a_baseline_is_named_with_its_age_and_how_often_it_was_chosen(nights: Gated):
    """Days and runs since, and the earlier runs that this gate compared with it."""
    decided = [
        nights(NO_REGRESSION, "--baseline", "run:r1", "--run", run_id)[1][0]
        for run_id in ("r2", "r4", "r9", "r4")
    ]
    [recorded] = nights.store.query(
        f"select {', '.join(AGES)} from facts.gates where run_id = 'r9'"
    ).rows()
    words = ["1 day (1 run) old, not chosen before", "3 days (2 runs) old, chosen once before",
             "8 days (3 runs) old, chosen 2 times before",
             "3 days (2 runs) old, chosen once before"]  # fmt: skip

    assert [(1, 1, 0), (3, 2, 1), (8, 3, 2), (3, 2, 1)] == [
        tuple(item[name] for name in AGES) for item in decided
    ]
    assert (8.0, 3, 2) == tuple(recorded)
    for item, told in zip(decided, words, strict=True):
        assert item["baseline_reason"] == f"r1 was chosen by its id; r1 is {told}"


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("limit", "expected"),
    [("8 days", "pass"), ("7 days", "undecided"), ("3 runs", "pass"), ("1 run", "undecided")],
)
def test_an_older_baseline_than_allowed_decides_nothing(nights: Gated, limit: str, expected: str):
    """The reason has the age, the limit and the way out, and the run may not begin."""
    text = f'{NO_REGRESSION}max_age = "{limit}"\n'
    _, [decision] = nights(text, "--baseline", "run:r1")

    assert (expected, False) == (decision["decision"], decision["is_awaiting_baseline"])
    if expected == "undecided":
        assert (
            f"not compared with r1: it is 8 days (3 runs) old, more than the {limit} that "
            "`max_age` allows; decide with `--baseline run:ID` on a newer one"
        ) in decision["reason"]
        assert (8, 3) == tuple(decision[name] for name in AGES[:2])


@pytest.mark.parametrize(
    ("days", "limit", "is_old"),
    [(1.0007, "1 day", False), (2.0, "1 day", True), (0.5, "1 run", False), (None, "9 days", True),
     (None, "9 runs", True)],
)  # fmt: skip
def test_days_are_counted_whole(days: float | None, limit: str, is_old: bool):
    """A nightly run that starts a minute later is no day older; an unknown age is too old."""
    assert is_old == bool(BaselineAge(days, 1, 0).excess(limit))


@pytest.mark.sweep
def test_the_way_out_of_an_old_baseline_is_one_decision(nights: Gated):
    """A pass against a newer run makes the run green, so the next is compared with it."""
    text = f'{NO_REGRESSION}max_age = "5 days"\n'
    nights(text, "--run", "r1")
    nights.add(run_of("r10", RIGHT, day=10))
    [old] = nights(text, "--run", "r9")[1]
    [chosen] = nights(text, "--run", "r9", "--baseline", "run:r4")[1]
    [after] = nights(text, "--run", "r10")[1]

    assert ("undecided", "r1") == (old["decision"], old["baseline_run_id"])
    assert ("pass", "r4") == (chosen["decision"], chosen["baseline_run_id"])
    assert ("pass", "r9") == (after["decision"], after["baseline_run_id"])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("max_drop = 0\nmax_age = 30", "expected a number of days or runs"),
        ('max_drop = 0\nmax_age = "0 days"', "expected a number of days or runs"),
        ('max_drop = 0\nmax_age = "2 weeks"', 'such as "30 days" or "20 runs"'),
        ('min = 0.5\nmax_age = "2 days"', "`max_age` requires `max_drop`"),
    ],
)  # fmt: skip
def test_an_age_of_no_form_is_refused(gated: Gated, line: str, words: str):
    """The message names the key and what is expected."""
    gated.add(run_of("r", ["right"]))
    gated.file.write_text(f'[[gate]]\nmetric = "accuracy"\n{line}\n', encoding="utf-8")
    root = str(gated.store.layout.root)

    assert 2 == call_command(["gate", "--store", root, "--config", str(gated.file)])
    assert words in gated.capsys.readouterr().err


def test_a_baseline_on_a_later_try_is_named_as_such():
    """Tries of a commit choose the lucky run; the first try is no news."""
    first, third = (BaselineAge(2.0, 2, 4, number) for number in (1, 3))

    assert "r1 is 2 days (2 runs) old, chosen 4 times before" == first.described("r1")
    assert "r1 is 2 days (2 runs) old, the 3rd try of its commit, chosen 4 times before" == (
        third.described("r1")
    )
