-- Each value of a persona in each week, for each system: whether in crisis, whether flagged.
--
-- The values of a persona are those named in crisis in any week, those that have a weight in its
-- profile, and those that the system read or flagged. is_flagged is as in drift_weeks, for the one
-- value: null without triggers, without a reading of it, and in a persona's first week unless a
-- rut fired.
--
-- grain: run_id, system_id, persona_id, week, value_dim
-- empty without: facts.drift_weeks

with named_values as (
    select
        run_id,
        system_id,
        persona_id,
        unnest(crisis_values) as value_dim
    from drift_weeks
),

system_personas as (
    select distinct
        run_id,
        system_id,
        persona_id
    from drift_weeks
),

-- Whatever a system left out, the profile of the persona is the same for all of them.
weighted_values as (
    select distinct
        run_id,
        persona_id,
        value_dim
    from alignments
    where profile_weight is not null
),

persona_values as (
    select
        run_id,
        system_id,
        persona_id,
        value_dim
    from named_values
    union
    select
        system_personas.run_id,
        system_personas.system_id,
        system_personas.persona_id,
        weighted_values.value_dim
    from system_personas
    inner join weighted_values using (run_id, persona_id)
    union
    select
        run_id,
        system_id,
        persona_id,
        value_dim
    from alignments
    union
    select
        run_id,
        system_id,
        persona_id,
        value_dim
    from drift_detections
),

alarms as (
    select
        run_id,
        system_id,
        persona_id,
        week,
        value_dim,
        bool_or(not is_suppressed) as is_fired
    from drift_detections
    group by all
)

select
    drift_weeks.run_id,
    drift_weeks.system_id,
    drift_weeks.persona_id,
    drift_weeks.week,
    persona_values.value_dim,
    drift_weeks.severity,
    drift_weeks.status,
    list_contains(drift_weeks.crisis_values, persona_values.value_dim) as is_crisis,
    case
        when alarms.is_fired then true
        when
            not drift_weeks.has_triggers
            or alignments.alignment is null
            or drift_weeks.is_first_week
            then null
        else false
    end as is_flagged
from drift_weeks
inner join persona_values using (run_id, system_id, persona_id)
left join alignments using (run_id, system_id, persona_id, week, value_dim)
left join alarms using (run_id, system_id, persona_id, week, value_dim)
where persona_values.value_dim <> 'profile'
