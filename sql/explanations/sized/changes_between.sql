-- The events of runs between two sizes of the log, by what they are about, with who sent them.
--
-- A retraction is listed with the run, kind, system and validator of the event that it names. One
-- that names another retraction restores what that one withdrew, and is listed with that.
--
-- Parameters: first_position, run_ids.

with recursive retractions as (
    select
        event_id,
        position,
        try_cast(json_extract_string(payload, '$.event_id') as uuid) as named_id
    from log.events
    where kind = 'retracted'
),

-- Each names an earlier one, as ids are made of what events say, so the chain ends.
chains as (
    select
        event_id,
        position,
        named_id,
        1 as link_count
    from retractions
    where position >= $first_position
    union all
    select
        chains.event_id,
        retractions.position,
        retractions.named_id,
        chains.link_count + 1 as link_count
    from chains
    inner join retractions
        on chains.named_id = retractions.event_id and chains.position > retractions.position
),

named_events as (
    select
        event_id,
        arg_max(named_id, link_count) as named_id,
        max(link_count) % 2 = 0 as is_restored
    from chains
    group by event_id
),

later_events as (
    select
        events.position,
        events.kind,
        events.revision,
        events.source,
        coalesce(retracted.run_id, events.run_id) as run_id,
        retracted.kind as retracted_kind,
        coalesce(named_events.is_restored, false) as is_restored,
        from_json(
            coalesce(retracted.payload, events.payload),
            '{"system_id": "VARCHAR", "validator_id": "VARCHAR"}'
        ) as fields
    from log.events
    left join named_events using (event_id)
    left join log.events as retracted on named_events.named_id = retracted.event_id
    where events.position >= $first_position
)

select
    run_id,
    kind,
    retracted_kind,
    is_restored,
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
