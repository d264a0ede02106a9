-- How many events of the log, from a position on, lie in none of some ranges of positions.
--
-- Parameters: first_position; run_ids, null for the events of all runs; firsts, lasts.

with ranges as (
    select
        unnest($firsts::bigint[]) as range_first,
        unnest($lasts::bigint[]) as range_last
)

select count(*) as event_count
from log.events
where
    (position >= $first_position or position < 0)
    and ($run_ids::varchar[] is null or list_contains($run_ids::varchar[], run_id))
    and not exists (
        select 1
        from ranges
        where events.position between ranges.range_first and ranges.range_last
    );
