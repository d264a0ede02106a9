-- The newest runs of the suite of one run, up to it, the oldest first.
--
-- grain: run_id

with newest_runs as (
    select
        earlier.run_id,
        earlier.git_sha,
        earlier.started_at
    from facts.runs as shown
    inner join facts.runs as earlier
        on
            shown.suite = earlier.suite
            and (shown.started_at >= earlier.started_at or shown.run_id = earlier.run_id)
    where shown.run_id = $run_id
    order by earlier.started_at desc nulls last, earlier.run_id = $run_id desc, earlier.run_id desc
    limit $history_limit
)

select
    run_id,
    git_sha,
    started_at
from newest_runs
order by started_at nulls first, run_id = $run_id, run_id
