-- Where a trigger fired for a persona's week, and whether uncertainty held it back.
--
-- Empty until `evalstore drift detect` is run, on a store with the readings of a critic.
--
-- grain: run_id, system_id, persona_id, week, value_dim, trigger
-- empty without: drift_detected

with recorded_detections as (
    select
        run_id,
        from_json(payload, '{
            "case_id": "VARCHAR", "system_id": "VARCHAR", "attempt": "INTEGER",
            "value_dim": "VARCHAR", "trigger": "VARCHAR", "drop": "DOUBLE", "level": "DOUBLE",
            "weeks": "INTEGER", "uncertainty": "DOUBLE", "is_suppressed": "BOOLEAN"
        }') as fields
    from current_events
    where kind = 'drift_detected'
),

final_attempts as (
    select
        run_id,
        fields.system_id,
        fields.case_id,
        max(coalesce(fields.attempt, 1)) as attempt
    from recorded_detections
    group by all
),

final_detections as (
    select
        recorded_detections.run_id,
        recorded_detections.fields
    from recorded_detections
    inner join final_attempts
        on
            recorded_detections.run_id = final_attempts.run_id
            and recorded_detections.fields.system_id = final_attempts.system_id
            and recorded_detections.fields.case_id = final_attempts.case_id
            and coalesce(recorded_detections.fields.attempt, 1) = final_attempts.attempt
),

persona_weeks as (
    select
        run_id,
        from_json(payload, '{
            "case_id": "VARCHAR", "attributes": {"persona_id": "VARCHAR", "week": "INTEGER"}
        }') as fields
    from current_events
    where
        kind = 'case_generated'
        -- Most runs have no persona: their cases need not be read.
        and run_id in (select run_id from recorded_detections)
)

select
    final_detections.run_id,
    final_detections.fields.system_id,
    persona_weeks.fields.attributes.persona_id,
    persona_weeks.fields.attributes.week,
    final_detections.fields.value_dim,
    final_detections.fields.trigger,
    final_detections.fields.drop,
    final_detections.fields.level,
    final_detections.fields.weeks,
    final_detections.fields.uncertainty,
    final_detections.fields.is_suppressed
from final_detections
left join persona_weeks
    on
        final_detections.run_id = persona_weeks.run_id
        and final_detections.fields.case_id = persona_weeks.fields.case_id
