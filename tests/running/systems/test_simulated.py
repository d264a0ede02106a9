"""Simulated systems behave as they declare, and are marked as simulated."""

import math
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from evalstore.errors import UsageError
from evalstore.plugins.case import Case
from evalstore.plugins.registry import load
from evalstore.running.replies.parsing import parsed
from evalstore.running.simulation.simulation_settings import STEP_COUNT, simulated_settings

FORM = {"type": "object", "required": ["answer", "confidence"]}
# A bound is missed by chance once in so many tests.
CHANCE = 1e-9
SHARES = st.integers(0, 20).map(lambda twentieths: twentieths / 20)


def system(given=None, *, name="simulated", seed="seed"):
    return load("systems", "simulated").build(name, given or {}, seed)


def case(number, *, domain="history", kind="name", **more):
    key = {"kind": kind, "value": "Paris", "wrong": ["Lyon", "Metz"], **more}
    asked = ("Capital of France?",)
    return Case(f"case-{number}", domain, "test", asked, ("factual",), "Paris", key, FORM)


def is_right(response):
    return "Paris" in (response.answer or "")


def is_given(response):
    return any(name in (response.answer or "") for name in ("Paris", "Lyon", "Metz"))


def assert_share(count, total, share):
    """Hold a count against the exact binomial distribution of its share."""
    low, high = binom.ppf([CHANCE / 2, 1 - CHANCE / 2], total, share) if 0 < share < 1 else (
        total * share, total * share)  # fmt: skip

    assert low <= count <= high


def test_defaults():
    """It answers without any settings."""
    response = system().ask(case(1), 1)

    assert ("ok", True) == (response.status, 0 <= response.confidence <= 1)


def test_it_says_that_it_is_simulated():
    """Its configuration, every response and every confidence say that it is simulated."""
    simulated = system({"error_rate": 0.2, "missing_rate": 0.2, "unparsable_rate": 0.2})

    responses = [simulated.ask(case(number), 1) for number in range(100)]

    assert {"ok", "error", "missing", "unparsable"} == {each.status for each in responses}
    assert {True} == {each.extra["is_simulated"] for each in responses}
    assert {"simulated", None} == {each.confidence_kind for each in responses}
    assert simulated.configuration["is_simulated"]
    assert simulated.needs_truth


def test_its_name_says_so_too():
    """A name that could be that of a real system is refused."""
    with pytest.raises(UsageError, match="for example to 'simulated-gpt'"):
        system(name="gpt")


@settings(max_examples=15, deadline=None)
@given(SHARES, SHARES, SHARES, SHARES, st.integers())
def test_rates_are_recovered(accuracy, abstention, failing, other_accuracy, seed):
    """Accuracy by domain and every rate are found again within exact binomial bounds."""
    rates = {
        "error_rate": failing / 3,
        "missing_rate": failing / 4,
        "unparsable_rate": failing / 5,
    }
    simulated = system(
        {
            "accuracy": accuracy,
            "accuracy_by_domain": {"math": other_accuracy},
            "calibration_slope": 0.0,
            "abstention_rate": abstention,
            **rates,
        },
        seed=str(seed),
    )
    for domain, declared_accuracy in (("history", accuracy), ("math", other_accuracy)):
        responses = [simulated.ask(case(number, domain=domain), 1) for number in range(400)]
        statuses = [response.status for response in responses]
        answered = [response for response in responses if response.status == "ok"]
        given_answers = [response for response in answered if is_given(response)]
        for status in ("error", "missing", "unparsable"):
            assert_share(statuses.count(status), 400, rates[f"{status}_rate"])
        assert_share(len(answered) - len(given_answers), len(answered), abstention)
        right_count = sum(map(is_right, given_answers))
        assert_share(right_count, len(given_answers), declared_accuracy)


@pytest.mark.sweep
@settings(max_examples=8, deadline=None)
@given(st.sampled_from([-1.5, -0.5, 0.0, 0.5, 1.0, 1.5]), st.integers())
def test_slope_is_recovered(slope, seed):
    """The slope of being right over the confidence is found again within Hoeffding's bound."""
    simulated = system(
        {
            "accuracy": 0.5,
            "confidence_mean": 0.5,
            "confidence_spread": 0.3,
            "calibration_slope": slope,
            "abstention_rate": 0.0,
        },
        seed=str(seed),
    )
    responses = [simulated.ask(case(number), 1) for number in range(4000)]
    shifts = [response.confidence - 0.5 for response in responses]
    squares = sum(shift**2 for shift in shifts)

    # Centred on the declared mean and accuracy; each term is bounded by its shift.
    found = (
        sum(
            shift * (is_right(response) - 0.5)
            for shift, response in zip(shifts, responses, strict=True)
        )
        / squares
    )

    assert abs(found - slope) <= math.sqrt(math.log(2 / CHANCE) / (2 * squares))


@given(SHARES, SHARES, SHARES, st.integers(-20, 20).map(lambda tenths: tenths / 10))
def test_declaration_holds_exactly(accuracy, mean, spread, slope):
    """Over all confidences the mean of being right is the accuracy, and Brier's is as declared."""
    assume(0.0 <= mean - spread / 2 and mean + spread / 2 <= 1.0)
    assume(0.0 <= accuracy - abs(slope) * spread / 2 <= accuracy + abs(slope) * spread / 2 <= 1.0)
    known = simulated_settings(
        "simulated",
        {
            "accuracy": accuracy,
            "confidence_mean": mean,
            "confidence_spread": spread / 2,
            "calibration_slope": slope,
        },
    )
    drawn = [known.confidence_at(step) for step in range(STEP_COUNT + 1)]
    chances = [known.chance_at(confidence, "any") for confidence in drawn]

    brier = sum(
        chance * (1 - confidence) ** 2 + (1 - chance) * confidence**2
        for confidence, chance in zip(drawn, chances, strict=True)
    )

    assert math.isclose(accuracy, sum(chances) / len(chances), abs_tol=1e-7)
    assert math.isclose(mean, sum(drawn) / len(drawn), abs_tol=1e-7)
    assert math.isclose(known.brier_in("any"), brier / len(drawn), abs_tol=1e-7)


def test_declared_rates():
    """The declared rates follow the settings, for each domain with its own accuracy."""
    rates = system({"accuracy_by_domain": {"math": 0.7}, "confidence_mean": 0.8}).declared_rates()

    assert {"": 0.75, "math": 0.7} == rates["accuracy_of_given_answers"]
    assert 0.1 == pytest.approx(rates["confidence_gap"]["math"])
    assert 0.7 - 0.3 == pytest.approx(rates["calibration_intercept"]["math"])


def test_same_again():
    """Asked again, in another order or from many threads, it says the same."""
    cases = [case(number) for number in range(300)]
    expected = [system().ask(each, 1) for each in cases]
    backwards = system()

    again = [backwards.ask(each, 1) for each in reversed(cases)][::-1]
    with ThreadPoolExecutor(8) as pool:
        shared = system()
        together = list(pool.map(lambda each: shared.ask(each, 1), cases))

    assert expected == again == together


def test_other_draws():
    """Another seed, name or attempt draws anew."""
    cases = [case(number) for number in range(50)]

    said = {
        tuple(simulated.ask(each, attempt).text for each in cases)
        for simulated, attempt in (
            (system(), 1),
            (system(), 2),
            (system(seed="other"), 1),
            (system(name="simulated-other"), 1),
        )
    }

    assert 4 == len(said)


def test_text_is_the_answer():
    """What is parsed out of its texts is what it says it answered."""
    simulated = system({"abstention_rate": 0.3})
    for number in range(200):
        response = simulated.ask(case(number), 1)

        found = parsed(response.text, FORM)

        assert (response.answer, response.confidence) == (found.answer, found.confidence)


def test_latency():
    """Its latency is drawn around the declared mean, and not waited for."""
    simulated = system({"latency_ms": 500.0})
    latencies = [simulated.ask(case(number), 1).latency_ms for number in range(2000)]

    mean = sum(latencies) / len(latencies)

    # Six standard errors of an exponential distribution.
    assert abs(mean - 500.0) < 6 * 500.0 / math.sqrt(2000)


def test_latency_is_waited_for_where_asked(monkeypatch):
    """With `sleep` it takes as long as it says."""
    slept = []
    monkeypatch.setattr("threading.Event.wait", lambda _event, seconds: slept.append(seconds))

    response = system({"sleep": True}).ask(case(1), 1)

    assert [response.latency_ms / 1000] == slept


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"accuracy": 1.5}, "`accuracy` is 1.5, expected a number from 0 to 1"),
        ({"accuracy": "high"}, "`accuracy` is 'high', expected a number"),
        ({"accuracy": 0.95}, "would reach from 0.8 to 1.1, expected 0 to 1; lower"),
        ({"accuracy_by_domain": {"math": 0.05}}, "an accuracy of math of 0.05"),
        ({"accuracy_by_domain": {"math": 2}}, "expected a table of numbers from 0 to 1"),
        ({"accuracy_by_domain": 0.5}, "expected a table of numbers from 0 to 1"),
        ({"confidence_mean": 0.9}, "confidences would reach from 0.75 to 1.05"),
        ({"error_rate": 0.6, "missing_rate": 0.6}, "add up to 1.2, expected at most 1"),
        ({"acuracy": 0.5}, "no setting 'acuracy'; did you mean 'accuracy'?"),
        ({"sleep": "yes"}, "`sleep` is 'yes', expected true or false"),
    ],
)
def test_wrong_settings(values, told):
    """What cannot hold is refused, with what was expected."""
    with pytest.raises(UsageError) as caught:
        system(values)

    assert told in str(caught.value)
