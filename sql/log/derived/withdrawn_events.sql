-- Events that facts no longer count: an earlier revision, or a retracted one.
--
-- A retraction holds wherever the retracted event is, in any run, unless that retraction was
-- itself retracted.
--
-- grain: event_id

with retractions as (
    select
        log_events.event_id as retraction_id,
        try_cast(json_extract_string(log_events.payload, '$.event_id') as uuid) as event_id
    from all_retractions as log_events
),

standing_retractions as (
    select retractions.event_id
    from retractions
    where retractions.retraction_id not in (
        select event_id from retractions where event_id is not null
    )
),

retracted_events as (
    select
        touched_events.event_id,
        touched_events.run_id
    from touched_events
    where touched_events.event_id in (
        select event_id from standing_retractions where event_id is not null
    )
),

revised_subjects as (
    select distinct
        kind,
        run_id,
        subject
    from touched_events
    where revision > 1
),

revisions as (
    select
        touched_events.event_id,
        touched_events.kind,
        touched_events.run_id,
        touched_events.subject,
        touched_events.revision
    from touched_events
    inner join revised_subjects using (kind, run_id, subject)
    where touched_events.event_id not in (select event_id from retracted_events)
),

newest_revisions as (
    select
        kind,
        run_id,
        subject,
        max(revision) as revision
    from revisions
    group by all
),

superseded_events as (
    select
        revisions.event_id,
        revisions.run_id
    from revisions
    inner join newest_revisions using (kind, run_id, subject)
    where revisions.revision < newest_revisions.revision
)

select
    event_id,
    run_id,
    'retracted' as reason
from retracted_events
union all
select
    event_id,
    run_id,
    'superseded' as reason
from superseded_events
