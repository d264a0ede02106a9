-- The runs of a store, the newest last, with how many rows were scored and their accuracy.

with scored_runs as (
    select
        run_id,
        count(distinct case_id) as case_count,
        count(distinct system_id) as system_count
    from facts.scored
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
    coalesce(scored_runs.case_count, 0) as case_count,
    coalesce(scored_runs.system_count, 0) as system_count,
    coalesce(event_counts.event_count, 0) as event_count
from facts.runs
left join scored_runs using (run_id)
left join event_counts using (run_id)
order by runs.started_at nulls first, runs.run_id
