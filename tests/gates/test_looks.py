"""A look at a run that is being asked decides by evidence that holds at every look."""

import hashlib
import math

import pytest

from evalstore.plugins.case import Case
from evalstore.running.case_order import drawn

from .gated import Gated, run_of

SEED = "s1"
SHOWN = '[[gate]]\nid = "no-drop"\nmetric = "accuracy"\nmax_drop = {}\nrequire = "{}"\n'
NO_DROP = SHOWN.format(0.0, "shown")
LOOKING = ("--run", "now", "--while-running")
COUNT = 60


@pytest.fixture
def gated(tmp_path, capsys):
    return Gated(tmp_path, capsys)


def order(count=COUNT, units=lambda _: {}):
    """The numbers of cases in the order that the seed draws."""
    cases = [Case(f"c{n}", "d", "g", ("?",), ("factual",), **units(n)) for n in range(count)]
    return [int(case.case_id[1:]) for case in drawn(cases, SEED)]


def unfinished(outcomes, *, units=lambda _: {}, config=("drawn",), **started):
    """Events of a run of which only some cases, by their numbers, have an outcome."""
    events = run_of(
        "now", ["right"] * COUNT, day=2, seed=SEED,
        config={"case_order": config[0]} if config else {}, **started,
    )  # fmt: skip
    kept = []
    for event in events[:-1]:
        payload = event["payload"]
        number = int(payload.get("case_id", "c0")[1:])
        if event["kind"] == "case_generated":
            payload |= units(number)
        elif event["kind"] != "run_started" and number not in outcomes:
            continue
        if event["kind"] == "verdict_recorded":
            payload["outcome"] = outcomes[number]
        kept.append(event)
    return kept


def baseline(outcome="right"):
    return run_of("before", [outcome] * COUNT)


def evidence_of_drop(losses, wins):
    """By its integral: 2 ^ (n + 1) B(l + 1, w + 1) P(chance of a loss > 1 / 2)."""
    from scipy.special import betaln
    from scipy.stats import beta

    count = losses + wins
    return math.exp(
        (count + 1) * math.log(2)
        + betaln(losses + 1, wins + 1)
        + beta.logsf(0.5, losses + 1, wins + 1)
    )


def test_event_lines_say_the_order_where_a_run_does(gated):
    """Another runner asks by the digests that docs/gates.md names; the gate reads its lines."""
    places = {n: hashlib.sha256(f"{SEED}\n\x01c{n}".encode()).hexdigest() for n in range(COUNT)}
    first = sorted(places, key=places.__getitem__)[:8]
    gated.add(baseline() + unfinished(dict.fromkeys(first, "wrong")))
    code, [decision] = gated(NO_DROP, *LOOKING, "--baseline", "run:before")

    assert (1, 8) == (code, decision["count"])
    assert "on the first 8 of 60 cases drawn" in decision["reason"]


def test_a_drop_that_is_shown_fails_early(gated):
    """By the evidence of losses and wins, against 2 / alpha; what is said is of these cases."""
    first = order()[:8]
    gated.add(baseline() + unfinished(dict.fromkeys(first, "wrong")))
    code, [decision] = gated(NO_DROP, *LOOKING, "--baseline", "run:before")

    assert code == 1
    assert decision["value"] == 0.0
    assert decision["count"] == 8
    assert decision["reason"].startswith(
        "on the first 8 of 60 cases drawn: a drop of more than 0 from before is shown "
        f"(evidence {evidence_of_drop(8, 0):.3g} of 40)"
    )


@pytest.mark.sweep
def test_answers_beyond_a_gap_are_not_looked_at(gated):
    """Those that come out of turn may be the easy ones."""
    drawn_first = order()
    gated.add(baseline() + unfinished(dict.fromkeys(drawn_first[1:], "wrong")))
    code, [decision] = gated(NO_DROP, *LOOKING, "--baseline", "run:before")

    assert code == 3
    assert decision["reason"].startswith(
        "on the first 0 of 60 cases drawn: 0 cases count, too few to decide"
    )


def test_evidence_once_had_is_not_lost(gated):
    """A look after more answers fails as one before them would have."""
    first = order()
    outcomes = dict.fromkeys(first[:9], "wrong") | dict.fromkeys(first[9:30], "right")
    gated.add(baseline() + unfinished(outcomes))
    code, [decision] = gated(NO_DROP, *LOOKING, "--baseline", "run:before")

    assert code == 1
    assert f"evidence {evidence_of_drop(9, 0):.3g} of 40" in decision["reason"]


def test_two_gates_share_the_level(gated):
    """Half of alpha is divided by the number of bounds and drops that may fail."""
    gated.add(baseline() + unfinished(dict.fromkeys(order()[:8], "wrong")))
    other = '[[gate]]\nid = "floor"\nmetric = "accuracy"\nmin = 0.5\nrequire = "shown"\n'
    _, decisions = gated(NO_DROP + other, *LOOKING, "--baseline", "run:before")

    assert all("of 80)" in decision["reason"] for decision in decisions)


def test_a_drop_that_is_ruled_out_passes_early(gated):
    """Without it a good run goes on to its planned end."""
    first = order()[:50]
    gated.add(baseline() + unfinished(dict.fromkeys(first, "right")))
    code, [decision] = gated(SHOWN.format(0.2, "ruled_out"), *LOOKING, "--baseline", "run:before")

    assert code == 0
    assert "a drop of more than 0.2 from before is ruled out" in decision["reason"]
    assert gated(NO_DROP, *LOOKING, "--baseline", "run:before")[0] == 3


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ('min = 0.9\nrequire = "point"', 'a gate of `require = "point"` has no level'),
        ('must_beat = ["b"]', "no look decides whether a system beats others"),
        (
            'max_drop = 0.1\nrequire = "shown"\ncluster = "session"\nbaseline = "run:before"',
            "cases were not drawn by session",
        ),
    ],
)
def test_other_gates_wait_for_the_planned_end(gated, entry, reason):
    """What has no level that holds at every look is undecided, with the reason."""
    gated.add(baseline() + unfinished(dict.fromkeys(order()[:20], "wrong")))
    code, [decision] = gated(f'[[gate]]\nmetric = "accuracy"\n{entry}\n', *LOOKING)

    assert code == 3
    assert reason in decision["reason"]


def test_a_run_without_a_drawn_order_is_refused(gated):
    """Its first cases may be the easy ones."""
    gated.add(baseline() + unfinished(dict.fromkeys(range(20), "wrong"), config=()))

    assert gated(NO_DROP, *LOOKING, "--baseline", "run:before") == (2, [])


def test_the_planned_end_is_decided_as_without_a_look(gated):
    """The same answer, and the same reason."""
    gated.add(baseline() + run_of("now", ["right"] * 50 + ["wrong"] * 10, day=2))
    arguments = ("--run", "now", "--baseline", "run:before", "--no-record")
    looked = gated(NO_DROP, *arguments, "--while-running")

    assert looked[0] == 1
    assert [item["reason"] for item in looked[1]] == [
        item["reason"] for item in gated(NO_DROP, *arguments)[1]
    ]


@pytest.mark.sweep
def test_clusters_weigh_alike(gated):
    """Each with its mean difference, in the order that the seed draws clusters."""
    units = lambda n: {"cluster_id": f"k{n // 4}"}  # noqa: E731
    first = order(units=units)[: 4 * 11]
    outcomes = {n: "wrong" if n % 4 else "right" for n in first}
    gated.add(baseline() + unfinished(outcomes, units=units))
    code, [decision] = gated(SHOWN.format(0.1, "shown"), *LOOKING, "--baseline", "run:before")
    capital = largest = 0.0
    total, squares, bound, share = 0.5, 0.25, 0.55, (0.75 + 1) / 2
    for count in range(11):
        bet = min(math.sqrt(2 * math.log(40) / (math.log(count + 2) * squares)), 0.5 / bound)
        capital += math.log1p(bet * (share - bound))
        total += share
        squares += (share - total / (count + 2)) ** 2
        largest = max(largest, capital)

    assert code == (1 if largest >= math.log(40) else 3)
    assert "on the first 11 of 15 clusters drawn" in decision["reason"]
    assert f"shown (evidence {math.exp(largest):.3g} of 40)" in decision["reason"]


def test_errors_keep_a_look_from_passing(gated):
    """Leaving them out must not help."""
    first = order()[:50]
    outcomes = dict.fromkeys(first, "right") | dict.fromkeys(first[:3], "error")
    gated.add(baseline() + unfinished(outcomes))
    code, [decision] = gated(SHOWN.format(0.2, "ruled_out"), *LOOKING, "--baseline", "run:before")

    assert code == 3
    assert "6.0% of the attempts are errors or unscored" in decision["reason"]


@pytest.mark.sweep
def test_a_later_try_passes_early_at_its_own_level(gated):
    """Evidence for the first try, 40, is not enough for the second: 2 / level_of_try(alpha, 2)."""
    for name in ("now", "again"):
        events = unfinished(dict.fromkeys(order()[:44], "right"), git_sha="a" * 40)
        gated.add(baseline() + [{**event, "run_id": name} for event in events])
    text = SHOWN.format(0.2, "ruled_out")
    looks = [
        gated(text, "--run", name, "--while-running", "--baseline", "run:before")
        for name in ("now", "again")
    ]

    assert [code for code, _ in looks] == [0, 3]
    assert " of 40)" in looks[0][1][0]["reason"]
    assert f" of {40 * math.pi**2 * 4 / 6:.3g}) yet" in looks[1][1][0]["reason"]
    assert looks[1][1][0]["reason"].endswith("; 2nd try of this commit")


@pytest.mark.sweep
def test_a_mean_of_runs_waits_for_the_planned_end(gated):
    """A look pairs with one run; the newest of several is not their mean."""
    for name in ("r1", "r2"):
        gated.add(run_of(name, ["right"] * COUNT))
    gated.add(unfinished(dict.fromkeys(order()[:20], "wrong")))
    code, [decision] = gated(NO_DROP, *LOOKING, "--baseline", "mean:2")

    assert code == 3
    assert "no look compares with the mean of several runs" in decision["reason"]


def test_a_metric_without_values_of_cases_waits_for_the_planned_end(gated):
    """It does not keep the other gates from a look."""
    gated.add(baseline() + unfinished(dict.fromkeys(order()[:8], "wrong")))
    text = NO_DROP + '[[gate]]\nmetric = "accuracy_macro"\nmin = 0.5\nrequire = "shown"\n'
    code, decisions = gated(text, *LOOKING, "--baseline", "run:before")

    assert code == 1
    assert "accuracy_macro has no value for a single case" in decisions[-1]["reason"]
