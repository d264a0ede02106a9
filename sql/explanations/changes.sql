-- The run's events since an earlier size of the log, by kind and source, and how many replace one.
--
-- Parameters: tree_size, the earlier size in events.

select
    kind,
    source,
    count(*) as event_count,
    count(*) filter (where revision > 1) as revision_count,
    min(position) as first_position
from recorded_events
where position >= $tree_size
group by kind, source
order by first_position
