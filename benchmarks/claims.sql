-- Scored rows of one run that is a little too sure of itself: no draw, only hashes.

insert into facts.scored by name
select
    'r1' as run_id,
    'system' as system_id,
    'case-' || row_number::varchar as case_id,
    'factual' as validator_id,
    1 as attempt,
    1e0 as weight,
    true as represents_case,
    1 as case_attempt_count,
    0 as case_error_count,
    0 as case_missing_count,
    1e0 as claim_weight,
    (hash(row_number, 1) % 1000 < hash(row_number) % 1000003 / 1100)::integer as case_correctness,
    'benchmark' as suite,
    false as is_canary,
    (hash(row_number) % 1000003) / 1000003 as confidence,
    'stated' as confidence_kind,
    'ok' as status,
    if(hash(row_number, 1) % 1000 < hash(row_number) % 1000003 / 1100, 'right', 'wrong')
        as outcome,
    hash(row_number, 1) % 1000 < hash(row_number) % 1000003 / 1100 as is_right,
    true as is_primary_validator
from range(getvariable('row_count')) as numbers (row_number); -- noqa: AL05
