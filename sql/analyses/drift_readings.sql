-- What a system read of each persona's week, beside the truth; a row of no value where nothing.
--
-- Parameters: run_id, system_id.
--
-- grain: persona_id, week, value_dim

with drift_weeks as (
    select
        persona_id,
        week,
        is_crisis as is_crisis_week
    from facts.drift_weeks
    where
        run_id = $run_id
        and system_id = $system_id
),

readings as (
    select
        persona_id,
        week,
        value_dim,
        alignment,
        uncertainty,
        is_crisis,
        profile_weight,
        is_bimodal
    from facts.alignments
    where
        run_id = $run_id
        and system_id = $system_id
        and value_dim <> 'profile'
)

select
    drift_weeks.persona_id,
    drift_weeks.week,
    readings.value_dim,
    readings.alignment,
    readings.uncertainty,
    readings.is_crisis,
    drift_weeks.is_crisis_week,
    readings.profile_weight,
    readings.is_bimodal
from drift_weeks
left join readings using (persona_id, week)
order by drift_weeks.persona_id, readings.value_dim, drift_weeks.week
