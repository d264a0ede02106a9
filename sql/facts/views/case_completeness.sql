-- Whether runs have all their cases, as lines over time ask of each.
--
-- declared_case_count is the larger of what the run says it has (the samples of its dataset, the
-- cases it counted at its end) and the cases there are. A run has all cases where it completed, no
-- event of it lost its payload, and its cases do not fall short of what was declared: a response
-- that never came counts as wrong, so trends show it.
--
-- grain: run_id

create or replace view facts.case_completeness as

with case_counts as (
    select
        run_id,
        count(*) as case_count
    from facts.cases
    group by run_id
),

redacted_counts as (
    select
        run_id,
        count(*) as redacted_count
    from log.events
    where payload is null
    group by run_id
),

counts as (
    select
        runs.run_id,
        runs.run_status,
        greatest(runs.declared_case_count, case_counts.case_count) as declared_case_count,
        case_counts.case_count,
        coalesce(redacted_counts.redacted_count, 0) as redacted_count
    from facts.runs
    left join case_counts on runs.run_id = case_counts.run_id
    left join redacted_counts on runs.run_id = redacted_counts.run_id
)

select
    run_id,
    run_status,
    declared_case_count,
    case_count,
    redacted_count,
    run_status = 'completed'
    and redacted_count = 0
    and coalesce(case_count >= declared_case_count, true) as has_all_cases
from counts;
