"""Facts kept up fold by fold are those that all events give at once."""

import json
from uuid import UUID

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from evalstore.store import hashes
from evalstore.store.facts import facts
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.verify.verify import verify

# An example takes a second, so shrinking one would take an hour.
SETTINGS = {
    "deadline": None,
    "suppress_health_check": list(HealthCheck),
    "phases": (Phase.explicit, Phase.reuse, Phase.generate),
}
RUNS = st.sampled_from(["r1", "r2"])
CASES = st.sampled_from(["c1", "c2"])
SYSTEMS = st.sampled_from(["a", "b"])
ATTEMPTS = st.sampled_from([None, 1, 2, 3])
SHARES = st.sampled_from([None, 0, 0.25, 0.5, 1])


# One row represents each case, and the weights of what counts of it sum to one.
UNBALANCED = """
    select run_id, system_id, case_id, validator_id from facts.scored group by all
    having
        count(*) filter (where represents_case) <> 1
        or abs(coalesce(sum(weight), 1) - 1) > 1e-12
        or bool_or(is_right is not null and weight is null)
        or bool_or(outcome = 'measured' and is_right is not null)
"""

# Whatever was scored or recorded is an answer, with its status, and each once.
NOT_ANSWERS = """
    select run_id, system_id, case_id, attempt, status from facts.scored
    union
    select run_id, system_id, case_id, attempt, status from facts.unjudged
    union
    select run_id, system_id, case_id, attempt, status from facts.responses
    except
    select run_id, system_id, case_id, attempt, status from facts.answers
    union all
    select run_id, system_id, case_id, attempt, 'twice' as status
    from facts.answers
    group by all
    having count(*) > 1
"""


def given_fields(**fields):
    """Return payloads without the fields that were drawn as None."""
    return st.fixed_dictionaries(fields).map(
        lambda drawn: {name: value for name, value in drawn.items() if value is not None}
    )


PAYLOADS = {
    "run_started": given_fields(
        suite=st.just("s"),
        systems=st.sampled_from([None, [], ["a"], ["a", "b"]]),
        attempts=st.sampled_from([None, 1, 3]),
        raters=st.sampled_from([None, [], ["format"]]),
    ),
    "run_finished": given_fields(status=st.sampled_from(["completed", "failed"])),
    "case_generated": given_fields(
        case_id=CASES,
        domain=st.sampled_from([None, "math", "history"]),
        validators=st.sampled_from([None, ["factual"], ["factual", "format"]]),
        attributes=st.sampled_from([None, {"persona_id": "p", "week": 3}, {"language": "en"}]),
        expected=st.sampled_from([None, "4", ["power"]]),
        tags=st.sampled_from([None, ["x"]]),
    ),
    "response_recorded": given_fields(
        case_id=CASES,
        system_id=SYSTEMS,
        attempt=ATTEMPTS,
        status=st.sampled_from(["ok", "missing", "error", "unparsable"]),
        confidence=SHARES,
        value_dim=st.sampled_from([None, None, None, "power"]),
        alignment=SHARES,
    ),
    "verdict_recorded": given_fields(
        case_id=CASES,
        system_id=SYSTEMS,
        attempt=ATTEMPTS,
        validator_id=st.sampled_from(["factual", "format"]),
        outcome=st.sampled_from(
            ["right", "wrong", "abstained", "measured", "undetermined", "error"]
        ),
        score=SHARES,
        value=st.sampled_from([None, -5, 7.5]),
        is_rating=st.sampled_from([None, None, True, False]),
        scores=st.sampled_from([None, {"respect": 0.5}]),
        reason=st.just("as judged"),
    ),
    "drift_detected": given_fields(
        case_id=CASES,
        system_id=SYSTEMS,
        attempt=ATTEMPTS,
        value_dim=st.just("power"),
        trigger=st.sampled_from(["crash", "rut"]),
        is_suppressed=st.booleans(),
    ),
    "score_reported": given_fields(
        scorer=st.sampled_from(["match", "tone"]),
        metric=st.just("mean"),
        params=st.sampled_from([None, {}, {"k": 2}]),
        value=SHARES,
    ),
    "gate_evaluated": given_fields(
        gate_id=st.just("g"),
        metric=st.just("accuracy"),
        decision=st.sampled_from(["pass", "fail"]),
        reason=st.just("so"),
    ),
}
EVENTS = st.sampled_from(sorted(PAYLOADS)).flatmap(
    lambda kind: st.tuples(st.just(kind), RUNS, PAYLOADS[kind])
)


def event_id(line):
    return hashes.event_id(
        kind=line["kind"],
        run_id=line["run_id"],
        subject=line["subject"],
        schema_version=line["schema_version"],
        supersedes=None if line["supersedes"] is None else UUID(line["supersedes"]),
        payload_hash=hashes.payload_hash(line["payload"]),
    )


@st.composite
def histories(draw, lines):
    """Draw folds of events: late, repeated, revised, retracted and undone ones among them."""
    events = [
        lines.line(kind, payload, run_id)
        for kind, run_id, payload in draw(st.lists(EVENTS, min_size=5, max_size=10))
    ]
    responses = [line for line in events if line["kind"] == "response_recorded"]
    for response in draw(st.lists(st.sampled_from(responses), max_size=2) if responses else
                         st.just([])):  # fmt: skip
        judged = json.loads(response["payload"])
        verdict = {
            "case_id": judged["case_id"],
            "system_id": judged["system_id"],
            "attempt": judged.get("attempt", 1),
            "validator_id": "factual",
            "outcome": draw(st.sampled_from(["right", "wrong"])),
            "reason": "of that very response",
            "response_event_id": str(event_id(response)),
        }
        events.append(lines.line("verdict_recorded", verdict, response["run_id"]))
    # A retraction may come from another run, and may itself be retracted.
    for _ in range(draw(st.integers(0, 3))):
        target = draw(st.sampled_from(events))
        events.append(lines.retracted(event_id(target), draw(RUNS)))
    events += draw(st.lists(st.sampled_from(events), max_size=3))
    events = draw(st.permutations(events))
    # The last fold takes something of an earlier one back, from a run of its own.
    last = lines.retracted(event_id(draw(st.sampled_from(events))), "review")
    cuts = sorted(draw(st.sets(st.integers(1, len(events) - 1), max_size=2)))
    folds = [events[start:end] for start, end in zip([0, *cuts], [*cuts, None], strict=True)]
    return [*folds, [last]]


@pytest.mark.sweep
@settings(max_examples=4, **SETTINGS)
@given(data=st.data())
def test_facts_of_many_folds_are_those_of_a_full_replay(new_warehouse, lines, data):
    """
    In whatever order and portions events come, replaying the log gives the same facts.

    The folds leave out the tables that can hold no row; the replay computes every one. Before it,
    verification finds nothing in the store, which was only ever appended to.
    """
    warehouse = new_warehouse()
    for events in data.draw(histories(lines)):
        folded = warehouse.add(*events)
    incremental = warehouse.derived()
    findings = verify(warehouse.layout).findings
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(facts, "sources_of", lambda _table: frozenset())
        rebuilt = rebuild(warehouse.layout)

    assert [] == findings
    assert incremental == warehouse.derived()
    assert [] == warehouse.query(UNBALANCED)
    assert [] == warehouse.query(NOT_ANSWERS)
    assert (folded.root, folded.tree_size) == (rebuilt.root, rebuilt.tree_size)
