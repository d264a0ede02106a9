-- Scored answers of simulated runs: each case by a model as judge, the labelled ones by a person.
--
-- From rows: run_id, case_id, cluster_id, is_right, is_called_right, is_labelled.

insert into facts.scored by name

with judged as (
    select
        run_id,
        case_id,
        cluster_id,
        'model' as validator_id,
        true as is_primary_validator,
        is_called_right as is_right
    from rows
    union all
    select
        run_id,
        case_id,
        cluster_id,
        'human:kim' as validator_id,
        false as is_primary_validator,
        is_right
    from rows
    where is_labelled
)

select
    run_id,
    'a' as system_id,
    case_id,
    validator_id,
    is_primary_validator,
    1 as attempt,
    cluster_id,
    'ok' as status,
    if(is_right, 'right', 'wrong') as outcome,
    is_right,
    1e0 as weight,
    true as represents_case,
    is_right::integer::double as case_correctness,
    1 as case_attempt_count,
    0 as case_error_count,
    0 as case_missing_count
from judged
