-- Completeness of runs: only a complete run may serve as baseline of others.
--
-- What was declared and whether a run has all cases is said by facts.case_completeness.
-- answered_case_count is of the system with the fewest: of those that answered at all, how many
-- cases have a response, whatever its status, or name other systems that are to answer them; null
-- where no system answered. A run is whole, and others may be compared with it, where it has all
-- cases and no more than one in fifty of those have no response: what never came would make a
-- baseline easy to reach.
--
-- grain: run_id

create or replace view facts.run_completeness as

with answered_cases as (
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
)

select
    case_completeness.run_id,
    case_completeness.run_status,
    case_completeness.declared_case_count,
    case_completeness.case_count,
    answered_counts.answered_case_count,
    case_completeness.redacted_count,
    case_completeness.has_all_cases,
    case_completeness.has_all_cases
    and coalesce(
        answered_counts.answered_case_count >= 0.98 * case_completeness.declared_case_count, true
    ) as is_whole
from facts.case_completeness
left join answered_counts on case_completeness.run_id = answered_counts.run_id;
