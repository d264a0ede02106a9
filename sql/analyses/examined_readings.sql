-- The systems of a run that read a persona's week, how often, and how long the log was by then.
--
-- Parameters: run_id. tree_size is that of the fold that brought the newest reading or case, the
-- same for all systems.
--
-- grain: system_id

with readings as (
    select
        system_id,
        count(*) as reading_count
    from facts.alignments
    where
        run_id = $run_id
        and alignment is not null
        and persona_id is not null
        and week is not null
        and value_dim <> 'profile'
    group by all
),

seen as (
    select max(batches.tree_size) as tree_size
    from log.current_events
    inner join log.batches using (batch_id)
    where
        current_events.run_id = $run_id
        and (
            current_events.kind = 'case_generated'
            or (
                current_events.kind = 'response_recorded'
                and (current_events.payload -> '$.value_dim') is not null
            )
        )
)

select
    readings.system_id,
    readings.reading_count,
    seen.tree_size
from readings
cross join seen
order by readings.system_id
