"""What `gate --power` says of a run comes true of runs like it that the store decides."""

from collections import Counter
from dataclasses import replace

import duckdb
import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from benchmarks.gate_simulation import store
from benchmarks.promised_runs import added, decided_in_store
from evalstore.gates.control import Control
from evalstore.gates.evaluate import evaluate
from evalstore.gates.gate import SHOWN, Gate
from evalstore.gates.power.gate_power import powers_of

HISTORIES, SEED, CASES = 40, 51, 100
BOUND = Gate("bound", "accuracy", minimum=0.85, requirement=SHOWN)
DROP = Gate("drop", "accuracy", max_drop=0.0, requirement=SHOWN)


@pytest.fixture(scope="module")
def reader():
    """An empty store in memory."""
    with duckdb.connect() as connection:
        yield store(connection)


def power_of(reader, gate, run_id):
    """Return the chances to pass, by loss, and to fail that `gate --power` prints of a run."""
    decisions = evaluate(reader, [gate], run_id, control=Control("none"), has_segments=False)
    [power] = powers_of(decisions, Control("none"))
    return dict(power.passes), power.blocked


def sides(lost, won):
    """Return the answers of two runs of which so many cases were lost and won."""
    rest = [True] * (CASES - lost - won)
    return [True] * lost + [False] * won + rest, [False] * lost + [True] * won + rest


def require_near(answers, **chances):
    """Each share lies within the simulation error of its chance."""
    for answer, chance in chances.items():
        low, high = proportion_confint(answers[answer], HISTORIES, alpha=0.001, method="wilson")
        assert low <= chance <= high, (answer, chance, answers)


@pytest.mark.sweep
def test_a_bound_passes_as_often_as_power_says(reader):
    """Of runs that are truly right 92 times in 100, the value of the run that was asked."""
    passes, blocked = power_of(
        reader, BOUND, added(reader, "bound", {"all": [True] * 92 + [False] * 8})
    )
    answers = Counter()
    for number, right in enumerate(np.random.default_rng(SEED).binomial(CASES, 0.92, HISTORIES)):
        told = [True] * int(right) + [False] * (CASES - int(right))
        answers.update(decided_in_store(reader, BOUND, added(reader, f"b{number}", {"all": told})))

    require_near(answers, **{"pass": passes[0.0], "fail": blocked})


@pytest.mark.sweep
@pytest.mark.parametrize("loss", [0.0, 0.1])
def test_a_drop_passes_as_often_as_power_says(reader, loss):
    """Of pairs of which as many differ as in the run that was asked, and the loss on top."""
    name = f"drop-{loss}"

    def added_pair(of, lost, won):
        old, new = (
            added(reader, f"{name}-{side}-{of}", {"all": each})
            for side, each in zip(("old", "new"), sides(lost, won), strict=True)
        )
        return replace(DROP, baseline=f"run:{old}"), new

    passes, blocked = power_of(reader, *added_pair("asked", 5, 5))
    answers = Counter()
    drawn = np.random.default_rng(SEED).multinomial(
        CASES, [0.05 + loss, 0.05, 0.9 - loss], HISTORIES
    )
    for number, (lost, won, _) in enumerate(drawn.tolist()):
        answers.update(decided_in_store(reader, *added_pair(number, lost, won)))

    require_near(answers, **{"pass": passes[loss]} | ({} if loss else {"fail": blocked}))


@pytest.mark.sweep
def test_the_mean_of_runs_passes_as_often_as_power_says(reader):
    """Of three nights and a fourth that are alike."""
    gate, rng, answers = replace(DROP, baseline="mean:3"), np.random.default_rng(SEED), Counter()
    told = []
    for number in range(HISTORIES + 3):
        run_id = added(reader, f"night-{number:03}", {"all": (rng.random(CASES) < 0.85).tolist()})
        told.append(run_id)
        if number >= 3:
            answers.update(decided_in_store(reader, gate, run_id))
    passes, blocked = power_of(reader, gate, told[-1])

    require_near(answers, **{"pass": passes[0.0], "fail": blocked})
