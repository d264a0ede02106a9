-- Runs, the newest first: all of them, or those asked for.

with wanted_runs as (
    select
        run_id,
        suite,
        suite_version,
        seed,
        git_sha,
        git_branch,
        committed_at,
        started_at,
        finished_at,
        run_status,
        controls
    from facts.runs
    where
        $run_ids::varchar[] is null
        or list_contains($run_ids::varchar[], run_id)
),

case_counts as (
    select
        run_id,
        count(*) as case_count
    from facts.cases
    group by all
),

response_counts as (
    select
        responses.run_id,
        count(distinct responses.system_id) filter (
            where controls.system_id is null
        ) as system_count,
        count(distinct controls.system_id) as control_count,
        count(*) as response_count
    from facts.responses
    left join facts.controls using (run_id, system_id)
    group by all
)

select
    wanted_runs.run_id,
    wanted_runs.suite,
    wanted_runs.suite_version,
    wanted_runs.seed,
    wanted_runs.git_sha,
    wanted_runs.git_branch,
    wanted_runs.committed_at,
    wanted_runs.started_at,
    wanted_runs.finished_at,
    wanted_runs.run_status,
    case_counts.case_count,
    response_counts.system_count,
    response_counts.control_count,
    response_counts.response_count,
    count(*) over () as run_count
from wanted_runs
left join case_counts using (run_id)
left join response_counts using (run_id)
order by
    wanted_runs.started_at desc nulls last,
    wanted_runs.run_id desc
limit $run_limit
