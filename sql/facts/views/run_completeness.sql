-- Completeness of runs: only a complete run may serve as baseline of others.
--
-- declared_case_count is the larger of what the run says it has (the samples of its dataset, the
-- cases it counted at its end) and the cases there are. answered_case_count is of the system with
-- the fewest: of those that answered at all, how many cases have a response, whatever its status,
-- or name other systems that are to answer them; null where no system answered. A run has all
-- cases where it completed, no event of it lost its payload, and its cases do not fall short of
-- what was declared: a response that never came counts as wrong, so trends show it. It is whole,
-- and others may be held against it, where no more than one in fifty of those have no response:
-- what never came would make a baseline easy to reach.
--
-- grain: run_id

create or replace view facts.run_completeness as

with case_counts as (
    select
        run_id,
        count(*) as case_count
    from facts.cases
    group by run_id
),

answered_cases as (
    select distinct
        responses.run_id,
        responses.system_id,
        responses.case_id
    from facts.responses
),

answering_systems as (
    select distinct
        run_id,
        system_id
    from answered_cases
),

unasked_cases as (
    select
        answering_systems.run_id,
        answering_systems.system_id,
        cases.case_id
    from answering_systems
    inner join facts.cases using (run_id)
    where not list_contains(cases.asked_systems, answering_systems.system_id)
),

done_cases as (
    select * from answered_cases
    union
    select * from unasked_cases
),

system_counts as (
    select
        run_id,
        system_id,
        count(*) as answered_case_count
    from done_cases
    group by run_id, system_id
),

answered_counts as (
    select
        run_id,
        min(answered_case_count) as answered_case_count
    from system_counts
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
        answered_counts.answered_case_count,
        coalesce(redacted_counts.redacted_count, 0) as redacted_count
    from facts.runs
    left join case_counts on runs.run_id = case_counts.run_id
    left join answered_counts on runs.run_id = answered_counts.run_id
    left join redacted_counts on runs.run_id = redacted_counts.run_id
)

select
    run_id,
    run_status,
    declared_case_count,
    case_count,
    answered_case_count,
    redacted_count,
    run_status = 'completed'
    and redacted_count = 0
    and coalesce(case_count >= declared_case_count, true) as has_all_cases,
    has_all_cases
    and coalesce(answered_case_count >= 0.98 * declared_case_count, true) as is_whole
from counts;
