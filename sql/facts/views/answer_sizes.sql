-- How long the log was once the answers of a run were as they are now.
--
-- Decisions and analyses say something about a run and change none of its answers. A retraction
-- does, unless it takes back one of those. The log is cut at the end of a fold, where `rebuild
-- --at` can cut it too.
--
-- grain: run_id
-- for: facts.intervals

create or replace view facts.answer_sizes as

with said_events as (
    select
        event_id,
        run_id
    from log.events
    where
        kind not in (
            'analysis_recorded',
            'gate_evaluated',
            'ingest_recorded',
            'trend_detected',
            'retracted'
        )
),

retractions as (
    select
        event_id as retraction_id,
        try_cast(json_extract_string(payload, '$.event_id') as uuid) as event_id,
        batch_id
    from log.events
    where kind = 'retracted'
),

-- A retraction that is itself retracted gives back what it took.
retracted_events as (
    select
        event_id,
        batch_id
    from retractions
    union all
    select
        retractions.event_id,
        undone.batch_id
    from retractions
    inner join retractions as undone on retractions.retraction_id = undone.event_id
),

changes as (
    select
        run_id,
        batch_id
    from log.events
    where
        kind not in (
            'analysis_recorded',
            'gate_evaluated',
            'ingest_recorded',
            'trend_detected',
            'retracted'
        )
    union all
    select
        said_events.run_id,
        retracted_events.batch_id
    from retracted_events
    inner join said_events using (event_id)
),

newest_changes as (
    select
        run_id,
        max(batch_id) as batch_id
    from changes
    group by all
)

select
    newest_changes.run_id,
    batches.tree_size
from newest_changes
inner join log.batches using (batch_id);
