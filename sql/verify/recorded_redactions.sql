-- How many recorded events have lost their payload, how many of them no event explains, and how
-- many the log in the database has without one.
--
-- Only a redaction that evalstore recorded itself explains one. event_count is of the runs that
-- are read, and not of those that were passed over.
-- Variables: checked_runs, read_runs.

with redacted_events as (
    select try_cast(json_extract_string(payload, '$.event_id') as uuid) as event_id
    from recorded_events
    where kind = 'redacted' and starts_with(source, 'evalstore:')
),

log_events as (
    select count(*) as event_count
    from log.events
    where payload is null and run_id in (select unnest(getvariable('checked_runs')))
),

lost_payloads as (
    select
        position,
        list_contains(getvariable('read_runs'), run_id) as is_read,
        event_id not in (
            select redacted_events.event_id
            from redacted_events
            where redacted_events.event_id is not null
        ) as is_unexplained
    from recorded_events
    where payload is null
)

select
    count(*) filter (where is_read) as event_count,
    count(*) filter (where is_unexplained) as unexplained_count,
    min(position) as first_position,
    (select event_count from log_events) as log_count,
    count(*) as total_count
from lost_payloads;
