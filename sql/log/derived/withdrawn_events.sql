-- Events that facts no longer count: an earlier revision, or a retracted one.
--
-- A retraction holds wherever the retracted event is, in any run, until it is itself retracted;
-- that cannot be undone in turn. Whoever wants the event gone after all appends another
-- retraction of it.
--
-- What evalstore itself decided and recorded is not for others to take back: a foreign decision of
-- the same subject stands beside it, and no retraction reaches what a gate decided.
--
-- grain: event_id

with retractions as (
    select
        events.event_id as retraction_id,
        try_cast(json_extract_string(events.payload, '$.event_id') as uuid) as event_id
    from all_retractions as events
),

named_events as (
    select event_id
    from retractions
    where event_id is not null
),

standing_retractions as (
    select event_id
    from retractions
    where
        event_id is not null
        and retraction_id not in (select event_id from named_events)
),

retracted_events as (
    select
        event_id,
        run_id
    from touched_events
    where
        event_id in (select event_id from standing_retractions)
        and not (kind = 'gate_evaluated' and starts_with(source, 'evalstore:'))
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
        starts_with(touched_events.source, 'evalstore:') as is_own,
        touched_events.revision
    from touched_events
    inner join revised_subjects using (kind, run_id, subject)
    where
        touched_events.event_id not in (select event_id from retracted_events)
),

newest_revisions as (
    select
        kind,
        run_id,
        subject,
        is_own,
        max(revision) as revision
    from revisions
    group by all
),

superseded_events as (
    select
        revisions.event_id,
        revisions.run_id
    from revisions
    inner join newest_revisions using (kind, run_id, subject, is_own)
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
