-- The runs that the page of a run reads: it, those before it in its suite, and its baselines.
--
-- Each is named with the position of the last event that changes it (last_events.sql).
--
-- Before it by commit or by start: trends follow the one, the history of a case the other.
--
-- Parameters: run_ids.
--
-- grain: run_id, source_run_id

with shown_runs as (
    select
        run_id,
        suite,
        run_number,
        started_at
    from facts.commits
    where list_contains($run_ids::varchar[], run_id)
),

earlier_runs as (
    select
        shown_runs.run_id,
        commits.run_id as source_run_id
    from shown_runs
    inner join facts.commits
        on
            shown_runs.suite is not distinct from commits.suite
            and (
                shown_runs.run_number >= commits.run_number
                or shown_runs.started_at >= commits.started_at
            )
),

baselines as (
    select
        run_id,
        baseline_run_id as source_run_id
    from facts.gates
    where
        baseline_run_id is not null
        and list_contains($run_ids::varchar[], run_id)
),

sources as (
    select
        run_id,
        source_run_id
    from earlier_runs
    union distinct
    select
        run_id,
        source_run_id
    from baselines
)

select
    sources.run_id,
    string_agg(
        concat(
            length(sources.source_run_id), ':', sources.source_run_id, '@',
            last_events.last_position
        ),
        ' '
        order by sources.source_run_id
    ) as sources
from sources
left join last_events on sources.source_run_id = last_events.run_id
group by sources.run_id
order by sources.run_id
