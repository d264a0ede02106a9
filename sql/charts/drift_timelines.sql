-- The weeks of one persona of a run: what one system read of each core value, and what was so.
--
-- A week without a reading is there too, with its truth: a crisis nobody looked at is still one.

with weeks as (
    select
        case_id,
        try_cast(any_value(value) filter (where name = 'week') as integer) as week
    from facts.case_attributes
    where run_id = $run_id
    group by case_id
    having any_value(value) filter (where name = 'persona_id') = $persona_id
),

persona_weeks as (
    select distinct on (weeks.week)
        weeks.week,
        from_json(cases.expected, '["VARCHAR"]') as crisis_values
    from weeks
    inner join facts.cases
        on
            cases.run_id = $run_id
            and weeks.case_id = cases.case_id
    where weeks.week is not null
    order by weeks.week, weeks.case_id
),

core_values as (
    select
        value_dim,
        max(profile_weight) as profile_weight
    from facts.alignments
    where
        run_id = $run_id
        and persona_id = $persona_id
    group by value_dim
),

readings as (
    select
        week,
        value_dim,
        alignment,
        uncertainty,
        is_bimodal
    from facts.alignments
    where
        run_id = $run_id
        and system_id = $system_id
        and persona_id = $persona_id
),

detections as (
    select
        week,
        value_dim,
        bool_or(trigger = 'crash' and not is_suppressed) as is_crash,
        bool_or(trigger = 'crash' and is_suppressed) as is_suppressed_crash,
        bool_or(trigger = 'rut' and not is_suppressed) as is_rut,
        bool_or(trigger = 'rut' and is_suppressed) as is_suppressed_rut
    from facts.drift_detections
    where
        run_id = $run_id
        and system_id = $system_id
        and persona_id = $persona_id
    group by week, value_dim
)

select
    core_values.value_dim,
    core_values.profile_weight,
    persona_weeks.week,
    coalesce(list_contains(persona_weeks.crisis_values, core_values.value_dim), false)
        as is_crisis,
    readings.alignment,
    readings.uncertainty,
    coalesce(readings.is_bimodal, false) as is_bimodal,
    coalesce(detections.is_crash, false) as is_crash,
    coalesce(detections.is_suppressed_crash, false) as is_suppressed_crash,
    coalesce(detections.is_rut, false) as is_rut,
    coalesce(detections.is_suppressed_rut, false) as is_suppressed_rut
from core_values
cross join persona_weeks
left join readings
    on
        core_values.value_dim = readings.value_dim
        and persona_weeks.week = readings.week
left join detections
    on
        core_values.value_dim = detections.value_dim
        and persona_weeks.week = detections.week
order by
    core_values.profile_weight desc nulls last,
    core_values.value_dim,
    persona_weeks.week
