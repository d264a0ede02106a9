-- The changes of level that detectors found in a metric by commit, week or session.
--
-- run_id is the run in which the change was noticed, at_run_id the one from which on the level is
-- estimated to be different, run_before_id the last of the old level. Each is as it was recorded
-- last; what a detector of someone else did not say is null. is_foreign where others appended it.
-- Of a series by session the same three are there as sessions: session_id, at_session_id,
-- session_before_id.
--
-- Empty until `evalstore trends METRIC` finds a change.
--
-- grain: run_id, metric, system_id, slice_name, slice_value, detector, is_foreign

create or replace view facts.trends as

with detections as (
    select
        run_id,
        event_id,
        recorded_at,
        source,
        from_json(payload, '{
            "metric": "VARCHAR", "system_id": "VARCHAR", "slice": "VARCHAR",
            "detector": "VARCHAR", "statistic": "DOUBLE", "at_run": "VARCHAR",
            "run_before": "VARCHAR", "git_sha": "VARCHAR", "direction": "VARCHAR",
            "mean_before": "DOUBLE", "mean_after": "DOUBLE", "suite": "VARCHAR",
            "git_branch": "VARCHAR", "series_by": "VARCHAR", "validator_id": "VARCHAR",
            "variant": "VARCHAR", "limit": "DOUBLE", "at_session": "VARCHAR",
            "session_before": "VARCHAR", "noticed_in_session": "VARCHAR"
        }') as fields
    from log.current_events
    where kind = 'trend_detected'
)

select
    run_id,
    fields.metric,
    fields.system_id,
    split_part(fields.slice, '=', 1) as slice_name,
    fields.slice[strpos(fields.slice, '=') + 1:] as slice_value,
    fields.detector,
    fields.validator_id,
    fields.variant,
    fields.suite,
    fields.git_branch,
    fields.series_by,
    fields.direction,
    fields.at_run as at_run_id,
    fields.git_sha,
    fields.run_before as run_before_id,
    fields.at_session as at_session_id,
    fields.session_before as session_before_id,
    fields.noticed_in_session as session_id,
    fields.mean_before,
    fields.mean_after,
    fields.statistic,
    fields."limit" as statistic_limit,
    recorded_at,
    event_id,
    not starts_with(source, 'evalstore:') as is_foreign
from detections;
