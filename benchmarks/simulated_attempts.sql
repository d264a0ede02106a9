-- Scored attempts of simulated runs.
--
-- From rows: run_id, case_id, domain, attempt from 1 on, is_right.

insert into facts.scored by name

select
    run_id,
    'a' as system_id,
    case_id,
    domain,
    'factual' as validator_id,
    true as is_primary_validator,
    attempt,
    'ok' as status,
    is_right::varchar as answer,
    if(is_right, 'right', 'wrong') as outcome,
    is_right,
    1e0 / count(*) over cases as weight,
    attempt = 1 as represents_case,
    if(attempt = 1, avg(is_right::integer) over cases, null) as case_correctness,
    if(attempt = 1, count(*) over cases, null)::integer as case_attempt_count,
    if(attempt = 1, 0, null) as case_error_count,
    if(attempt = 1, 0, null) as case_missing_count
from rows
window cases as (partition by run_id, case_id)
