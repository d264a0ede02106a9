-- Scored rows of a hundred runs, the same in every place: no draw, only hashes.

insert into facts.scored by name
select
    'run-' || lpad((row_number % 100)::varchar, 3, '0') as run_id,
    'system' as system_id,
    'case-' || (row_number // 100)::varchar as case_id,
    'factual' as validator_id,
    1 as attempt,
    1e0 as weight,
    true as represents_case,
    1 as case_attempt_count,
    0 as case_error_count,
    0 as case_missing_count,
    1e0 as claim_weight,
    (hash(row_number, 1) % 10 < 7)::integer as case_correctness,
    'benchmark' as suite,
    'domain-' || (row_number % 7)::varchar as domain,
    false as is_canary,
    (hash(row_number) % 1001) / 1000 as confidence,
    'ok' as status,
    if(hash(row_number, 1) % 10 < 7, 'right', 'wrong') as outcome,
    hash(row_number, 1) % 10 < 7 as is_right,
    true as is_primary_validator
from range(getvariable('row_count')) as numbers (row_number) -- noqa: AL05
order by run_id;
