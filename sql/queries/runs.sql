-- The runs of a store, the newest last, with how much was asked and recorded, and its retries.
--
-- control_count is how many of the systems know nothing; null where none of them.

with case_counts as (
    select
        run_id,
        count(*) as case_count
    from facts.cases
    group by all
),

system_counts as (
    select
        run_id,
        count(distinct system_id) as system_count
    from facts.responses
    group by all
),

event_counts as (
    select
        run_id,
        count(*) as event_count
    from log.events
    group by all
)

select
    runs.run_id,
    runs.suite,
    runs.run_status,
    runs.started_at,
    runs.git_sha,
    coalesce(case_counts.case_count, 0) as case_count,
    coalesce(system_counts.system_count, 0) as system_count,
    coalesce(event_counts.event_count, 0) as event_count,
    runs.task_id,
    runs.eval_set_id,
    retries.retry_of,
    nullif(len(runs.controls), 0) as control_count
from facts.runs
left join case_counts using (run_id)
left join system_counts using (run_id)
left join event_counts using (run_id)
left join facts.retries using (run_id)
order by runs.started_at nulls first, runs.run_id
