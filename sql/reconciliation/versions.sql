-- The files with events of each conflicting run, and the place of each in its history.
--
-- A file read before keeps the place it had: the position of its first event. One that is new
-- comes after all that is recorded, in the order of this call. A log that was scored earlier than
-- another, or that does not say when it was scored beside one that does, stands before it, in
-- whichever order they came; copies scored at the same time share one place. The same holds of
-- scans, by the newest of their results.
--
-- grain: run_id, sha256

create or replace temp table versions as

with read_versions as (
    select
        run_id,
        sha256,
        any_value(source) as source,
        any_value(family) as family,
        bool_or(holds_whole_run) as holds_whole_run,
        bool_or(kind = 'run_finished') as is_finished,
        min(ordinal) as first_ordinal,
        max(scored_at) as scored_at
    from read_events
    where is_mapped
    group by run_id, sha256
    union all by name
    -- An older reading gave them a run that they no longer have.
    select
        former_runs.run_id,
        former_runs.sha256,
        former_runs.source,
        formats.family,
        false as holds_whole_run,
        false as is_finished
    from former_runs
    left join formats on source_format(former_runs.source) = formats.format
    anti join read_events
        on
            former_runs.run_id = read_events.run_id
            and former_runs.sha256 = read_events.sha256
),

recorded_versions as (
    select
        run_id,
        sha256,
        any_value(source) as source,
        any_value(family) as family,
        min(position) as first_position,
        max(scored_at) as scored_at
    from recorded_events
    where sha256 != ''
    group by run_id, sha256
),

all_versions as (
    select
        run_id,
        sha256,
        coalesce(read_versions.source, recorded_versions.source) as source,
        coalesce(read_versions.family, recorded_versions.family) as family,
        coalesce(read_versions.holds_whole_run, false) as holds_whole_run,
        coalesce(read_versions.is_finished, false) as is_finished,
        read_versions.sha256 is not null as is_read,
        recorded_versions.sha256 is not null as is_recorded,
        read_versions.first_ordinal,
        coalesce(read_versions.scored_at, recorded_versions.scored_at) as scored_at,
        coalesce(
            recorded_versions.first_position::double, 1e15 + read_versions.first_ordinal
        ) as came_at
    from read_versions
    full outer join recorded_versions using (run_id, sha256)
),

later_versions as (
    select
        all_versions.run_id,
        all_versions.sha256,
        min(later.came_at) - 0.5 as came_at
    from all_versions
    inner join all_versions as later
        on
            all_versions.run_id = later.run_id
            and all_versions.family = later.family
            and later.scored_at is not null
            -- Whoever says nothing of when it was scored was most likely never scored.
            and coalesce(all_versions.scored_at < later.scored_at, true)
    group by all_versions.run_id, all_versions.sha256
)

select
    all_versions.run_id,
    all_versions.sha256,
    all_versions.source,
    all_versions.family,
    all_versions.holds_whole_run,
    all_versions.is_finished,
    all_versions.is_read,
    all_versions.is_recorded,
    all_versions.first_ordinal,
    all_versions.scored_at,
    least(
        all_versions.came_at,
        later_versions.came_at,
        case
            when all_versions.scored_at is not null
                then
                    min(all_versions.came_at) over (
                        partition by
                            all_versions.run_id, all_versions.family, all_versions.scored_at
                    )
        end
    ) as place
from all_versions
left join later_versions using (run_id, sha256);
