-- The newest runs of a suite, of the newest run's by default, the oldest first.
--
-- Parameters: suite (null selects that of the newest run), run_limit.
--
-- grain: run_id

with newest_suite as (
    select suite
    from facts.runs
    where suite is not null
    order by started_at desc nulls last, run_id desc
    limit 1
),

newest_runs as (
    select
        runs.run_id,
        runs.started_at
    from facts.runs
    cross join newest_suite
    where runs.suite = coalesce($suite, newest_suite.suite)
    order by runs.started_at desc nulls last, runs.run_id desc
    limit $run_limit
)

select run_id
from newest_runs
order by started_at nulls first, run_id
