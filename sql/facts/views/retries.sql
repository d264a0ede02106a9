-- The runs that are retries, each with the run it tried again.
--
-- The tool says so, or it is the run before of the same task, by the time they started.
--
-- grain: run_id

create or replace view facts.retries as

with runs_of_tasks as (
    select
        run_id,
        started_at,
        lag(run_id) over same_task as run_before,
        lag(started_at) over same_task as started_before_at
    from facts.runs
    where task_id is not null and started_at is not null
    window same_task as (partition by suite, task_id order by started_at, run_id)
)

select
    runs.run_id,
    coalesce(runs.retry_of, runs_of_tasks.run_before) as retry_of
from facts.runs
left join runs_of_tasks
    on
        runs.run_id = runs_of_tasks.run_id
        -- Started in one moment, they are one log under two names.
        and runs_of_tasks.started_before_at < runs_of_tasks.started_at
where coalesce(runs.retry_of, runs_of_tasks.run_before) is not null;
