-- What the files of this call say on each subject of conflicting runs, and at which place.
--
-- What a log says just as an earlier log of its run did is no news: somebody may have corrected
-- it since. What somebody took back from a file stays taken back when the file is read again.
-- Without an event_id it is said that nothing stands.
--
-- grain: kind, run_id, subject, sha256, content

create or replace temp table news as

with taken_back as (
    select
        kind,
        run_id,
        subject,
        sha256,
        arg_max_null(retraction_source, position) as source,
        arg_max_null(retraction_reason, position) as reason
    from kept_events
    where is_read_again
    group by kind, run_id, subject, sha256
    having arg_max(is_retracted, position)
),

said_by_family as (
    select
        kind,
        run_id,
        subject,
        family,
        position,
        content
    from kept_events
    where family is not null and not is_read_again
    union all
    select
        kind,
        run_id,
        subject,
        retraction_family as family,
        retraction_position as position,
        null as content
    from kept_events
    where is_retracted and retraction_family is not null and not is_read_again
),

said_last as (
    select
        kind,
        run_id,
        subject,
        family,
        arg_max_null(content, position) as content
    from said_by_family
    group by kind, run_id, subject, family
),

first_readings as (
    select
        kind,
        run_id,
        subject,
        sha256,
        source,
        family,
        event_id,
        content,
        min(ordinal) as ordinal
    from read_events
    group by all
)

select
    first_readings.kind,
    first_readings.run_id,
    first_readings.subject,
    first_readings.sha256,
    coalesce(versions.place, 1e15 + first_readings.ordinal) as place,
    versions.scored_at,
    first_readings.ordinal,
    if(taken_back.sha256 is null, first_readings.event_id, null) as event_id,
    if(taken_back.sha256 is null, first_readings.content, null) as content,
    coalesce(taken_back.source, first_readings.source) as source,
    taken_back.reason
from first_readings
left join versions using (run_id, sha256)
left join taken_back using (kind, run_id, subject, sha256)
left join said_last
    on
        first_readings.kind = said_last.kind
        and first_readings.run_id = said_last.run_id
        and first_readings.subject = said_last.subject
        and first_readings.family = said_last.family
where
    versions.is_recorded
    or first_readings.event_id not in (select recorded_events.event_id from recorded_events)
    or (versions.holds_whole_run and said_last.content is distinct from first_readings.content);
