-- Runs of some segments that began no earlier than a run, by the events there; the newest first.
--
-- Where no segment of these has the start of the run itself, the log in the database says it.
--
-- Parameters: files, run_id, run_limit.

with starts as (
    select
        run_id,
        max(occurred_at) as started_at
    from read_parquet($files)
    where kind = 'run_started'
    group by run_id
),

own_start as (
    select
        coalesce(
            (
                select starts.started_at
                from starts
                where starts.run_id = $run_id
            ),
            (
                select max(events.occurred_at)
                from log.events
                where events.run_id = $run_id and events.kind = 'run_started'
            )
        ) as started_at
)

select starts.run_id
from starts
cross join own_start
where starts.run_id <> $run_id and starts.started_at >= own_start.started_at
order by starts.started_at desc, starts.run_id desc
limit $run_limit;
