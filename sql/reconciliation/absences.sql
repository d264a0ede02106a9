-- Verdicts and figures that a log does not have, though it has the rest of what they are about.
--
-- A log that has a response has every verdict on it; one that reports figures of a system has all
-- of them. So what another log of the same run had beside is withdrawn.
--
-- grain: kind, run_id, subject, sha256

create or replace temp table absences as

with whole_versions as (
    select
        run_id,
        sha256,
        source,
        family,
        is_finished,
        first_ordinal,
        scored_at,
        place
    from versions
    where is_read and holds_whole_run
),

answered as (
    select distinct
        run_id,
        sha256,
        subject
    from read_events
    where kind = 'response_recorded'
),

reporting as (
    select distinct
        run_id,
        sha256,
        split_part(subject, '/', 1) as system_part
    from read_events
    where kind = 'score_reported'
),

covered as (
    select
        spoken_of.kind,
        spoken_of.run_id,
        spoken_of.subject,
        spoken_of.family,
        answered.sha256
    from spoken_of
    inner join answered
        on
            spoken_of.run_id = answered.run_id
            and response_subject(spoken_of.subject) = answered.subject
    where spoken_of.kind = 'verdict_recorded'
    union all
    select
        spoken_of.kind,
        spoken_of.run_id,
        spoken_of.subject,
        spoken_of.family,
        reporting.sha256
    from spoken_of
    inner join reporting
        on
            spoken_of.run_id = reporting.run_id
            and split_part(spoken_of.subject, '/', 1) = reporting.system_part
    where spoken_of.kind = 'score_reported'
)

select
    covered.kind,
    covered.run_id,
    covered.subject,
    covered.sha256,
    whole_versions.place,
    whole_versions.scored_at,
    whole_versions.first_ordinal as ordinal,
    whole_versions.source
from covered
inner join whole_versions using (run_id, sha256, family)
anti join read_events using (kind, run_id, subject, sha256)
where whole_versions.is_finished or covered.kind = 'verdict_recorded';
