-- How many rows of the stored and the computed withdrawn events differ, of events that change
-- nothing of a run but the decisions.
--
-- Variables: checked_runs.

with recorded_ids as (
    select event_id
    from recorded_events
),

stored as (
    select
        event_id,
        reason
    from log.withdrawn_events
    where
        list_contains(getvariable('checked_runs'), run_id)
        and event_id in (select recorded_ids.event_id from recorded_ids)
),

computed as (
    select
        event_id,
        reason
    from temp.withdrawn_events
    where event_id in (select recorded_ids.event_id from recorded_ids)
),

same as (
    select stored.event_id
    from stored
    inner join computed using (event_id, reason)
)

select
    (select count(*) from stored) + (select count(*) from computed)
    - 2 * (select count(*) from same) as row_count;
