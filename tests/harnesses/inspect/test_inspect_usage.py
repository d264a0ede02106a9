"""What a sample took of each model: tokens, caches, and what they cost by a table of prices."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.harnesses import prices
from evalstore.harnesses.inspect import usage
from evalstore.harnesses.prices import Prices

PRICES = Prices(
    {
        "a": {
            "model": "a",
            "input_usd_per_million": 2.0,
            "output_usd_per_million": 8.0,
            "cache_read_usd_per_million": 0.5,
            "cache_write_usd_per_million": 2.5,
            "source": "a price list",
            "as_of": "2026-11-24",
        },
        "no-caches": {
            "model": "no-caches",
            "input_usd_per_million": 1.0,
            "output_usd_per_million": 1.0,
            "source": "a price list",
            "as_of": "2026-11-24",
        },
    }
)
CALL = {
    "input_tokens": 100,
    "output_tokens": 20,
    "total_tokens": 170,
    "input_tokens_cache_read": 40,
    "input_tokens_cache_write": 10,
    "reasoning_tokens": 5,
}


@pytest.fixture
def response(priced_payloads):
    """Map the usage of one sample by the prices and return its response."""
    return lambda used: priced_payloads({"model_usage": used}, PRICES)


def test_tokens_of_caches_have_prices_of_their_own(response):
    """0.000405 is what compute_model_cost of Inspect 0.3.285 gives for these."""
    found = response({"a": CALL})

    assert math.isclose((100 * 2 + 20 * 8 + 10 * 2.5 + 40 * 0.5) / 1e6, found["cost_usd"])
    assert "prices" == found["cost_source"]
    assert (150, 20) == (found["tokens_in"], found["tokens_out"])
    [used] = found["model_usage"]
    assert {
        "model": "a",
        "tokens_in": 150,
        "tokens_out": 20,
        "tokens_cache_read": 40,
        "tokens_cache_write": 10,
        "tokens_reasoning": 5,
        "cost_usd": found["cost_usd"],
    } == used


def test_a_stated_cost_comes_before_a_price(response):
    """The log was there."""
    found = response({"a": {**CALL, "total_cost": 0.25}})

    assert (0.25, "stated") == (found["cost_usd"], found["cost_source"])


@pytest.mark.parametrize(
    "used",
    [
        {"unknown": CALL},
        # A sum without one of the models would be too low.
        {"a": CALL, "unknown": CALL},
        {"a": {**CALL, "total_cost": 1}, "unknown": CALL},
        # Its table does not say what cached tokens cost.
        {"no-caches": CALL},
        # Without the tokens of the answer there is no cost.
        {"a": {"input_tokens": 5}},
        {"a": {}},
        {},
        None,
        [],
        {"a": "many"},
    ],
)
def test_what_is_not_known_is_no_cost(response, used):
    """Neither 0 nor a part of the cost."""
    found = response(used)

    assert {"cost_usd", "cost_source"}.isdisjoint(found)


def test_a_price_without_caches_is_enough_where_none_was_used(response):
    """A cache that counts 0 tokens costs nothing."""
    found = response(
        {"no-caches": {"input_tokens": 1, "output_tokens": 2, "input_tokens_cache_read": 0}}
    )

    assert math.isclose(3 / 1e6, found["cost_usd"])


@pytest.mark.parametrize("count", [-1, 2**63, True, 1.5, "7", None, math.nan])
def test_what_is_no_count_is_left_out(count):
    """Of a foreign log nothing else is lost by it."""
    [used] = usage.of_models({"m": {"input_tokens": count, "output_tokens": 3}})

    assert {"model": "m", "tokens_out": 3} == used


def test_vitals_names_its_caches_as_anthropic_does():
    """There the tokens of caches are never among those of the input."""
    counts = {
        "input_tokens": 5,
        "output_tokens": 2,
        "total_tokens": 7,
        "cache_read_input_tokens": 90,
        "cache_creation_input_tokens": 3,
    }
    [used] = usage.of_models({"claude": counts})

    assert (98, 90, 3) == (
        used["tokens_in"],
        used["tokens_cache_read"],
        used["tokens_cache_write"],
    )


COUNTS = st.integers(0, 10**9)


@given(COUNTS, COUNTS, COUNTS, st.integers(1, 10**9))
def test_both_ways_to_count_caches_are_the_same_usage(plain, read, written, out):
    """Whether the tokens of caches are among those of the input, the total tells."""
    caches = {"input_tokens_cache_read": read, "input_tokens_cache_write": written}
    apart = {
        "input_tokens": plain,
        "output_tokens": out,
        "total_tokens": plain + read + written + out,
    }
    among = {
        "input_tokens": plain + read + written,
        "output_tokens": out,
        "total_tokens": plain + read + written + out,
    }

    assert usage.of_models({"m": apart | caches}) == usage.of_models({"m": among | caches})


def test_a_run_lists_the_prices_that_its_costs_are_made_of(read, log_path, mapped):
    """So that each number can be had again."""
    reading = read(log_path("quiz.eval"), prices=priced("mockllm/model"))
    kind, _, _, started = mapped([record.text for record in reading.records])[0]

    assert "run_started" == kind
    assert [{**PRICES.by_model["a"], "model": "mockllm/model"}] == json.loads(started)["config"][
        "prices"
    ]


def priced(model):
    return Prices({model: {**PRICES.by_model["a"], "model": model}})


def test_the_shipped_prices_say_where_they_are_from():
    """Each row has a source and a day."""
    found = prices.read(prices.SHIPPED_FILE).by_model

    assert len(found) > 20
    assert all(row["source"] and row["as_of"] >= "2026-11-24" for row in found.values())
    # Nobody charges less for an answer than for a question.
    assert all(
        row["output_usd_per_million"] >= row["input_usd_per_million"] for row in found.values()
    )
