-- Runs that a choice could have fallen on, by what the log says of their start.
--
-- Newer than the run itself where the newest is asked for, and older down to the oldest of the
-- runs it is compared with, or as far as there are any where none was found; the newest first.
--
-- Parameters: run_id, other_run_ids, is_newest, reads_others, run_limit.

with starts as (
    select
        run_id,
        max(occurred_at) as started_at
    from log.events
    where kind = 'run_started'
    group by run_id
),

bounds as (
    select
        max(started_at) filter (where run_id = $run_id) as last_at,
        min(started_at) filter (where list_contains($other_run_ids, run_id)) as first_at
    from starts
)

select starts.run_id
from starts
cross join bounds
where
    starts.run_id <> $run_id
    and not list_contains($other_run_ids, starts.run_id)
    and case
        when starts.started_at >= bounds.last_at then $is_newest
        else $reads_others and coalesce(starts.started_at >= bounds.first_at, true)
    end
order by starts.started_at desc nulls last, starts.run_id desc
limit $run_limit;
