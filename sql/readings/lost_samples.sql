-- Whether a run holds fewer samples than the tool that made its log counted itself.
--
-- is_shown is true where it does, false where the counts are the same, and null where the tool
-- says nothing that could tell. A figure of a group is of several tasks, so its count says nothing
-- of one of them.
--
-- Parameters: run_ids.
--
-- grain: run_id

with asked_runs as (
    select unnest($run_ids::varchar[]) as run_id
),

held_attempts as (
    select
        run_id,
        system_id,
        count(*) as attempt_count
    from facts.responses
    where run_id in (select asked_runs.run_id from asked_runs)
    group by run_id, system_id
),

held_runs as (
    select
        run_id,
        sum(attempt_count) as attempt_count
    from held_attempts
    group by run_id
),

held_cases as (
    select
        run_id,
        count(*) as case_count
    from facts.cases
    where run_id in (select asked_runs.run_id from asked_runs)
    group by run_id
),

counted_figures as (
    select
        reported_figures.run_id,
        max(reported_figures.completed_count) as completed_count,
        bool_or(reported_figures.scored_count > coalesce(held_attempts.attempt_count, 0))
            as is_above,
        bool_and(reported_figures.scored_count = held_attempts.attempt_count) as is_equal
    from facts.reported_figures
    left join held_attempts using (run_id, system_id)
    where
        reported_figures.run_id in (select asked_runs.run_id from asked_runs)
        and reported_figures.group_name is null
    group by reported_figures.run_id
)

select
    asked_runs.run_id,
    case
        when counted_figures.completed_count > coalesce(held_runs.attempt_count, 0) then true
        when counted_figures.completed_count is not null then false
        when counted_figures.is_above then true
        when counted_figures.is_equal then false
        when runs.declared_case_count = held_cases.case_count then false
    end as is_shown
from asked_runs
left join facts.runs using (run_id)
left join counted_figures using (run_id)
left join held_runs using (run_id)
left join held_cases using (run_id)
