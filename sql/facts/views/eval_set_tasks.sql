-- The tasks of each eval set, each with the run that is its state.
--
-- A retry keeps the task's id and begins with what the run before had: the newest run of a task is
-- its state, and supersedes the others, which stay runs of their own. Newest is what started last.
--
-- grain: eval_set_id, task_id

create or replace view facts.eval_set_tasks as

with numbered_runs as (
    select
        eval_set_id,
        task_id,
        run_id,
        suite,
        systems,
        run_status,
        started_at,
        finished_at,
        row_number() over newest_first as place,
        count(*) over (partition by eval_set_id, task_id) as run_count,
        list(run_id) over (
            partition by eval_set_id, task_id
            order by started_at nulls first, run_id
            rows between unbounded preceding and 1 preceding
        ) as superseded_run_ids
    from facts.runs
    where eval_set_id is not null and task_id is not null
    window newest_first as (
        partition by eval_set_id, task_id order by started_at desc nulls last, run_id desc
    )
)

select
    eval_set_id,
    task_id,
    suite,
    systems,
    run_id,
    run_status,
    started_at,
    finished_at,
    run_count,
    coalesce(superseded_run_ids, []) as superseded_run_ids
from numbered_runs
where place = 1;
