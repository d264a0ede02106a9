-- The position of the last retraction of each run that withdraws one of its events, or gives one
-- back: it names a retraction that does.
--
-- Variables: retraction_files, segment_files, checked_runs, tree_size.
--
-- grain: run_id

with retractions as (
    select
        position,
        event_id::uuid as event_id,
        try_cast(json_extract_string(payload, '$.event_id') as uuid) as named_event_id
    from read_parquet(getvariable('retraction_files'))
    where kind = 'retracted' and position < getvariable('tree_size')
),

changes as (
    select
        position,
        named_event_id
    from retractions
    union all
    select
        later.position,
        retractions.named_event_id
    from retractions as later
    inner join retractions on later.named_event_id = retractions.event_id
)

select
    events.run_id,
    max(changes.position) as last_position
from read_parquet(getvariable('segment_files')) as events
inner join changes on events.event_id::uuid = changes.named_event_id
where list_contains(getvariable('checked_runs'), events.run_id)
group by events.run_id;
