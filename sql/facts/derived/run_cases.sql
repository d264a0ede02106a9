-- Every case of a run: those it declares, and those that only a response or a verdict mentions.
--
-- grain: run_id, case_id

with mentioned_cases as (
    select
        run_id,
        case_id
    from responses
    union
    select
        run_id,
        case_id
    from verdicts
)

select
    run_id,
    case_id,
    domain,
    label,
    cluster_id,
    session_id,
    is_canary,
    severity,
    expected,
    asked_systems
from cases
union all
select
    mentioned_cases.run_id,
    mentioned_cases.case_id,
    null as domain,
    null as label,
    null as cluster_id,
    null as session_id,
    false as is_canary,
    null as severity,
    null as expected,
    null as asked_systems
from mentioned_cases
anti join cases using (run_id, case_id)
