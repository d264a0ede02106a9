-- Whether the log has other events of some runs, or other retractions, than the segments.
--
-- Only what facts are computed from is compared.
-- Variables: checked_runs, tree_size (later events are not compared).

with log_events as (
    select
        position,
        event_id,
        kind,
        run_id,
        subject,
        revision,
        occurred_at,
        source,
        payload::varchar as payload
    from log.events
    where
        list_contains(getvariable('checked_runs'), run_id)
        and position < getvariable('tree_size')
),

same_events as (
    select log_events.position
    from log_events
    inner join recorded_events
        on
            log_events.position = recorded_events.position
            and log_events.event_id = recorded_events.event_id
            and log_events.kind = recorded_events.kind
            and log_events.run_id = recorded_events.run_id
            and log_events.subject = recorded_events.subject
            and log_events.revision = recorded_events.revision
            and log_events.occurred_at is not distinct from recorded_events.occurred_at
            and log_events.source = recorded_events.source
            and log_events.payload is not distinct from recorded_events.payload::varchar
),

log_retractions as (
    select
        event_id,
        payload::varchar as payload
    from log.events
    where kind = 'retracted' and position < getvariable('tree_size')
),

same_retractions as (
    select log_retractions.event_id
    from log_retractions
    inner join recorded_retractions
        on
            log_retractions.event_id = recorded_retractions.event_id
            and log_retractions.payload
            is not distinct from recorded_retractions.payload::varchar
)

select
    (select count(*) from log_events) <> (select count(*) from recorded_events)
    or (select count(*) from log_events) <> (select count(*) from same_events) as are_events_other,
    (select count(*) from log_retractions) <> (select count(*) from recorded_retractions)
    or (select count(*) from log_retractions)
    <> (select count(*) from same_retractions) as are_retractions_other;
