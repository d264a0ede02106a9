-- Where drift triggers fire in the readings of a run, with the case of each persona's week.
--
-- Parameters: run_id; thresholds and ema_alpha as in macros.drift_detections. The rows are what
-- events of kind drift_detected say, in the order of their subjects.
--
-- grain: system_id, case_id, value_dim, trigger

with persona_weeks as (
    select
        personas.case_id,
        personas.value as persona_id,
        try_cast(weeks.value as integer) as week
    from facts.case_attributes as personas
    inner join facts.case_attributes as weeks
        on
            personas.run_id = weeks.run_id
            and personas.case_id = weeks.case_id
    where
        personas.run_id = $run_id
        and weeks.run_id = $run_id
        and personas.name = 'persona_id'
        and weeks.name = 'week'
),

detections as (
    from macros.drift_detections($thresholds, $ema_alpha)
    where run_id = $run_id
),

final_responses as (
    select
        system_id,
        case_id,
        attempt
    from facts.responses
    where
        run_id = $run_id
        and is_final_attempt
)

select
    detections.system_id,
    persona_weeks.case_id,
    coalesce(final_responses.attempt, 1) as attempt,
    detections.persona_id,
    detections.week,
    detections.value_dim,
    detections.trigger,
    detections.drop,
    detections.level,
    detections.weeks,
    detections.uncertainty,
    detections.is_suppressed
from detections
inner join persona_weeks using (persona_id, week)
left join final_responses
    on
        detections.system_id = final_responses.system_id
        and persona_weeks.case_id = final_responses.case_id
order by
    detections.system_id,
    detections.persona_id,
    detections.week,
    detections.value_dim,
    detections.trigger
