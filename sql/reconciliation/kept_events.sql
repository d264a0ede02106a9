-- Recorded events of conflicting runs, and which of them come from a file that is read again, or
-- from an earlier state of one that a newer reading replaces.
--
-- A retraction that a file of this call brought about earlier is found again or no longer holds,
-- so it is left aside.
--
-- grain: event_id

create or replace temp table kept_events as

with read_versions as (
    select
        run_id,
        sha256
    from versions
    where is_read
    union
    select
        run_id,
        sha256
    from replaced_sources
),

retractions as (
    select
        recorded_events.event_id,
        true as is_retracted
    from recorded_events
    anti join read_versions
        on
            recorded_events.run_id = read_versions.run_id
            and recorded_events.retraction_sha256 = read_versions.sha256
    where recorded_events.is_retracted
)

select
    recorded_events.kind,
    recorded_events.run_id,
    recorded_events.subject,
    recorded_events.event_id,
    recorded_events.content,
    recorded_events.position,
    recorded_events.source,
    recorded_events.sha256,
    recorded_events.family,
    read_versions.sha256 is not null as is_read_again,
    coalesce(retractions.is_retracted, false) as is_retracted,
    recorded_events.retraction_position,
    recorded_events.retraction_source,
    recorded_events.retraction_family,
    recorded_events.retraction_reason
from recorded_events
left join read_versions using (run_id, sha256)
left join retractions using (event_id);
