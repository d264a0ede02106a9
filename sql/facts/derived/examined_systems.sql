-- The systems whose readings the triggers of drift were applied to, and what says so.
--
-- An event analysis_recorded with method drift_triggers names them, and whether the weighted
-- profile was looked at; only readings before its position were. A system that no such event
-- names was examined where a trigger fired for it, or, in a run without any such event, where one
-- fired for anybody: then position is null, and every reading counts as examined.
--
-- grain: run_id, system_id

with analyses as (
    select
        run_id,
        position,
        from_json(payload, '{
            "parameters": {
                "systems": ["VARCHAR"], "thresholds": {"values": {"profile": "JSON"}}
            }
        }').parameters as parameters
    from current_events
    where
        kind = 'analysis_recorded'
        and json_extract_string(payload, '$.method') = 'drift_triggers'
),

named_systems as (
    select
        run_id,
        position,
        unnest(parameters.systems) as system_id,
        parameters.thresholds.values.profile is not null as has_profile
    from analyses
),

recorded_systems as (
    select
        run_id,
        system_id,
        max(position) as position,
        arg_max(has_profile, position) as has_profile
    from named_systems
    group by all
),

detected_systems as (
    select
        run_id,
        system_id,
        bool_or(value_dim = 'profile') as has_profile
    from drift_detections
    group by all
),

-- In these, silence was not recorded as what it is.
unrecorded_runs as (
    select detections.run_id
    from drift_detections as detections
    anti join analyses using (run_id)
),

fired_systems as (
    select
        run_systems.run_id,
        run_systems.system_id,
        coalesce(detected_systems.has_profile, false) as has_profile
    from run_systems
    left join detected_systems using (run_id, system_id)
    where
        detected_systems.system_id is not null
        or run_systems.run_id in (select unrecorded_runs.run_id from unrecorded_runs)
)

select
    run_id,
    system_id,
    position,
    has_profile
from recorded_systems
union all
select
    fired_systems.run_id,
    fired_systems.system_id,
    null as position,
    fired_systems.has_profile
from fired_systems
anti join recorded_systems using (run_id, system_id)
