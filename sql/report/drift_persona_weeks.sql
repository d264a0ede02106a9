-- Every week of every persona of a run, for each system: if it was in crisis, if it was flagged.
--
-- is_found: a value in crisis was itself flagged, and not only another one.
-- Whether a week was flagged is not known either where its truth is not. A run in which no system
-- read any value has no rows.

with case_attributes as (
    select
        case_id,
        any_value(value) filter (where name = 'scenario') as scenario,
        any_value(value) filter (where name = 'is_control') as is_control,
        any_value(value) filter (where name = 'is_bimodal') as is_bimodal
    from facts.case_attributes
    where run_id = $run_id
    group by case_id
),

found_crises as (
    select
        system_id,
        persona_id,
        week,
        bool_or(is_crisis and is_flagged) as is_found
    from facts.drift_values
    where run_id = $run_id
    group by system_id, persona_id, week
),

suppressions as (
    select
        system_id,
        persona_id,
        week,
        count(*) as suppressed_count
    from facts.drift_detections
    where
        run_id = $run_id
        and is_suppressed
        and value_dim <> 'profile'
    group by system_id, persona_id, week
)

select
    drift_weeks.system_id,
    drift_weeks.persona_id,
    drift_weeks.week,
    case_attributes.scenario,
    drift_weeks.severity,
    coalesce(case_attributes.is_control = 'true', false) as is_control,
    coalesce(case_attributes.is_bimodal = 'true', false) as is_bimodal,
    coalesce(drift_weeks.is_crisis, false) as is_crisis,
    case when drift_weeks.is_crisis is not null then drift_weeks.is_flagged end as is_flagged,
    coalesce(found_crises.is_found, false) as is_found,
    coalesce(suppressions.suppressed_count, 0) as suppressed_count
from facts.drift_weeks
left join case_attributes using (case_id)
left join found_crises
    on
        drift_weeks.system_id = found_crises.system_id
        and drift_weeks.persona_id = found_crises.persona_id
        and drift_weeks.week = found_crises.week
left join suppressions
    on
        drift_weeks.system_id = suppressions.system_id
        and drift_weeks.persona_id = suppressions.persona_id
        and drift_weeks.week = suppressions.week
where
    drift_weeks.run_id = $run_id
    and exists (
        select 1
        from facts.alignments
        where alignments.run_id = $run_id
    )
order by
    drift_weeks.system_id,
    drift_weeks.persona_id,
    drift_weeks.week
