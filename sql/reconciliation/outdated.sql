-- Verdicts and figures of a log that came late: the store has a newer one of the same run.
--
-- What the newer log does not have, the older one cannot bring back.
--
-- grain: kind, run_id, subject, sha256

create or replace temp table outdated as

with outdated_versions as (
    select
        versions.run_id,
        versions.sha256,
        arg_max(newer.source, newer.scored_at) as source,
        arg_max(newer.place, newer.scored_at) as place,
        max(newer.scored_at) as scored_at
    from versions
    inner join versions as newer
        on
            versions.run_id = newer.run_id
            and versions.family = newer.family
            and versions.scored_at < newer.scored_at
    where
        versions.is_read
        and not versions.is_recorded
        and versions.holds_whole_run
        and not newer.is_read
    group by versions.run_id, versions.sha256
),

standing_events as (
    select
        kind,
        run_id,
        subject
    from recorded_events
    where is_standing
),

recorded_responses as (
    select distinct
        run_id,
        subject
    from recorded_events
    where kind = 'response_recorded'
),

runs_with_figures as (
    select distinct run_id
    from recorded_events
    where kind = 'score_reported'
),

late_events as (
    select
        read_events.kind,
        read_events.run_id,
        read_events.subject,
        read_events.sha256,
        max(read_events.ordinal) as ordinal
    from read_events
    semi join outdated_versions using (run_id, sha256)
    anti join standing_events using (kind, run_id, subject)
    where
        (
            read_events.kind = 'verdict_recorded'
            and (read_events.run_id, response_subject(read_events.subject)) in (
                select (run_id, subject)
                from recorded_responses
            )
        )
        or (
            read_events.kind = 'score_reported'
            and read_events.run_id in (select runs_with_figures.run_id from runs_with_figures)
        )
    group by all
)

select
    late_events.kind,
    late_events.run_id,
    late_events.subject,
    late_events.sha256,
    outdated_versions.place,
    outdated_versions.scored_at,
    late_events.ordinal,
    outdated_versions.source
from late_events
inner join outdated_versions using (run_id, sha256);
