-- The runs: what was run, from which commit, and how it ended.
--
-- The ids are those of the tool that ran it, out of config: of its task, which a retry keeps, of
-- the set of tasks it ran in, and of the run it is a retry of, where the tool says so itself.
--
-- declared_case_count is what the run says it has: the samples of its dataset, however few were
-- asked, or the cases it counted at its end; null where it says neither.
--
-- A run without a run_started event is here too, with its suite unknown; one without a
-- run_finished event is unfinished.
--
-- systems are those that it declares, and declared_attempt_count how often each of them was to be
-- asked; null where it does not say. controls are those that know nothing, as its start names
-- them: nothing is asked of them, and the others are compared with them.
--
-- grain: run_id

with seen_runs as (
    select distinct run_id
    from current_events
),

starts as (
    select
        run_id,
        occurred_at,
        json_extract_string(payload, [
            '$.suite', '$.suite_version', '$.seed', '$.git_sha', '$.git_branch', '$.committed_at',
            '$.config.task_id', '$.config.eval_set_id', '$.config.retry_of',
            '$.config.dataset.samples', '$.attempts'
        ]) as texts,
        from_json(payload, '{
            "tags": ["VARCHAR"], "systems": ["VARCHAR"], "controls": ["VARCHAR"]
        }') as lists
    from current_events
    where kind = 'run_started'
),

finishes as (
    select
        run_id,
        occurred_at,
        json_extract_string(payload, '$.status') as run_status,
        json_extract_string(payload, '$.counts.cases') as case_count
    from current_events
    where kind = 'run_finished'
)

select
    seen_runs.run_id,
    starts.texts[1]::varchar as suite,
    starts.texts[2]::varchar as suite_version,
    starts.texts[3]::varchar as seed,
    starts.texts[4]::varchar as git_sha,
    starts.texts[5]::varchar as git_branch,
    -- Cast to a timestamp at once, an offset would be dropped silently.
    try_cast(starts.texts[6] as timestamptz) at time zone 'UTC' as committed_at,
    starts.occurred_at::timestamp as started_at,
    finishes.occurred_at::timestamp as finished_at,
    coalesce(finishes.run_status, 'unfinished')::varchar as run_status,
    coalesce(starts.lists.tags, [])::varchar[] as tags,
    starts.texts[7]::varchar as task_id,
    starts.texts[8]::varchar as eval_set_id,
    starts.texts[9]::varchar as retry_of,
    greatest(
        try_cast(starts.texts[10] as bigint), try_cast(finishes.case_count as bigint)
    ) as declared_case_count,
    starts.lists.systems,
    coalesce(starts.lists.controls, [])::varchar[] as controls,
    try_cast(starts.texts[11] as bigint) as declared_attempt_count
from seen_runs
left join starts using (run_id)
left join finishes using (run_id)
