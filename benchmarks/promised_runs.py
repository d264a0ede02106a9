"""Runs of known answers in a store in memory, and what ``evaluate`` decides on them."""

from collections.abc import Mapping, Sequence

from evalstore.gates.control import Control
from evalstore.gates.evaluate import evaluate
from evalstore.gates.gate import Gate
from evalstore.store.query.reader import Reader

RUN = """
insert into facts.runs by name
select
    $run_id as run_id,
    'simulated' as suite,
    'completed' as run_status,
    timestamp '2026-01-01' + to_minutes((select count(*) from facts.runs)) as started_at
"""
SCORED = """
insert into facts.scored by name
select
    $domain || '-' || number as case_id,
    'factual' as validator_id,
    1 as attempt,
    1e0 as weight,
    true as represents_case,
    1 as case_attempt_count,
    0 as case_error_count,
    0 as case_missing_count,
    'simulated' as suite,
    $domain as domain,
    'maia' as system_id,
    false as is_canary,
    'ok' as status,
    true as is_primary_validator,
    $run_id as run_id,
    answers[number] as is_right,
    answers[number]::integer as case_correctness,
    if(answers[number], 'right', 'wrong') as outcome
from (select $answers::boolean[] as answers), range(1, 1 + len($answers)) as cases (number)
"""


def added(reader: Reader, run_id: str, answers: Mapping[str, Sequence[bool]]) -> str:
    """Add a run with the answers of each domain, right or wrong; return its id."""
    reader.connection.execute(RUN, {"run_id": run_id})
    for domain, each in answers.items():
        asked = {"run_id": run_id, "domain": domain, "answers": list(map(bool, each))}
        reader.connection.execute(SCORED, asked)
    return run_id


def decided_in_store(reader: Reader, gate: Gate, run_id: str, control: str = "none") -> list[str]:
    """Return the answers of a gate on a run, by slice value."""
    found = evaluate(reader, [gate], run_id, control=Control(control), has_segments=False)
    return [item.answer for item in sorted(found, key=_slice_of)]


def _slice_of(item: object) -> str:
    measured = getattr(item, "measured", None)
    return measured.slice_value if measured else ""
