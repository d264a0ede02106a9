-- The events of runs between two sizes of the log, by what they are about, with who sent them.
--
-- A retraction is listed with the run, kind, system and validator of the event that it names.
--
-- Parameters: first_position, run_ids.

with later_events as (
    select
        events.position,
        events.kind,
        events.revision,
        events.source,
        coalesce(retracted.run_id, events.run_id) as run_id,
        retracted.kind as retracted_kind,
        from_json(
            coalesce(retracted.payload, events.payload),
            '{"system_id": "VARCHAR", "validator_id": "VARCHAR"}'
        ) as fields
    from log.events
    left join log.events as retracted
        on
            events.kind = 'retracted'
            and try_cast(json_extract_string(events.payload, '$.event_id') as uuid)
            = retracted.event_id
    where events.position >= $first_position
)

select
    run_id,
    kind,
    retracted_kind,
    fields.system_id,
    fields.validator_id,
    revision > 1 as is_revision,
    source,
    count(*) as event_count,
    min(position) as first_position
from later_events
where list_contains($run_ids, run_id)
group by all
order by run_id, first_position
