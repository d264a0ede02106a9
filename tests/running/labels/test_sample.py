"""Who is drawn: at random, as many of each stratum, the same again for the same seed."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.running.labels.sample import SampleQuery, draw, shown
from evalstore.store.query.reader import reading
from tests import kept_stores
from tests.running.labels.runs import run_events


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    store = kept_stores.store_of(run_events(), tmp_path_factory.mktemp("sample") / "warehouse")
    with reading(store.layout) as opened:
        yield opened


def keys(sample):
    return [row["key"] for row in sample.rows]


@pytest.mark.sweep
@given(count=st.integers(1, 40), seed=st.text(max_size=3), by=st.sets(
    st.sampled_from(["domain", "verdict", "language", "system"])
))  # fmt: skip
def test_a_sample_is_what_it_says(reader, count, seed, by):
    """So many, none twice, strata within one of each other, chances as counted."""
    query = SampleQuery("r1", count, tuple(sorted(by)), seed)

    sample = draw(reader, query)

    assert min(count, 32) == len(set(keys(sample))) == len(sample.rows)
    drawn = [stratum.drawn_count for stratum in sample.strata]
    full = [stratum.drawn_count == stratum.reply_count for stratum in sample.strata]
    assert (
        max(drawn)
        - min(
            (each for each, is_full in zip(drawn, full, strict=True) if not is_full),
            default=max(drawn),
        )
        <= 1
    )
    assert sum(drawn) == len(sample.rows)
    assert keys(sample) == keys(draw(reader, query))


@pytest.mark.sweep
@settings(max_examples=25)
@given(fewer=st.integers(1, 16), more=st.integers(1, 16))
def test_a_larger_sample_holds_the_smaller_one(reader, fewer, more):
    """So that labels already given are not in vain; only the chances differ."""
    named = [
        {(row["system_id"], row["case_id"]) for row in draw(
            reader, SampleQuery("r1", count, ("verdict",), "7")
        ).rows}
        for count in (fewer, fewer + more)
    ]  # fmt: skip

    assert named[0] <= named[1]


@pytest.mark.sweep
def test_seeds_draw_evenly(reader):
    """Over 150 seeds each of sixteen replies is drawn about a quarter of the time."""
    drawn = Counter(
        row["case_id"]
        for seed in range(150)
        for row in draw(reader, SampleQuery("r1", 4, seed=str(seed), system_id="a")).rows
    )

    # Five standard deviations of a count of 37.5 are 27.
    assert all(abs(count - 37.5) < 27 for count in drawn.values())
    assert 16 == len(drawn)


def test_a_conversation_is_shown_whole():
    """The last reply is the one to label."""
    case = Case("c", "d", "g", ("Is it 4?", "Sure?"), ())
    response = Response(status="ok", text="No.", turns=("Yes.", "No."))

    assert ("USER: Is it 4?\n\nSYSTEM: Yes.\n\nUSER: Sure?", "No.") == shown(case, response)
