-- Each persona's week for each system: whether it was a crisis, and whether a trigger flagged it.
--
-- A week is a case that names persona_id and week among its attributes; it is here also where the
-- response is missing. What a row says:
--
--     crisis_values       the truth: which values are in crisis, none in a quiet week; null, as is
--                         is_crisis, where the case does not say
--     status              of the final attempt, `missing` where there is no response
--     is_first_week       the persona's first week: there is none before it that could fall
--     is_flagged          a trigger fired for one of the values and uncertainty did not hold it
--                         back; null where the week has no reading, and in a first week, which no
--                         crash can mark, unless a rut did
--     is_profile_flagged  the same of the weighted profile; null also where not every value has a
--                         reading, and where profiles were not looked at (has_profile)
--
-- A run whose readings no trigger was run over looks like one in which none fired.
--
-- grain: run_id, system_id, persona_id, week

with starts as (
    select
        run_id,
        from_json(payload, '{"systems": ["VARCHAR"]}').systems as systems
    from current_events
    where kind = 'run_started'
),

declared_systems as (
    select distinct
        run_id,
        unnest(systems) as system_id
    from starts
),

run_systems as (
    select
        run_id,
        system_id
    from declared_systems
    union all
    select distinct
        run_id,
        system_id
    from responses
    where run_id not in (select declared_systems.run_id from declared_systems)
),

persona_weeks as (
    select
        cases.run_id,
        cases.case_id,
        personas.value as persona_id,
        try_cast(weeks.value as integer) as week,
        cases.severity,
        try_cast(try_cast(cases.expected as json) as varchar[]) as crisis_values
    from cases
    inner join case_attributes as personas using (run_id, case_id)
    inner join case_attributes as weeks using (run_id, case_id)
    where
        personas.name = 'persona_id'
        and weeks.name = 'week'
),

numbered_weeks as (
    select
        persona_weeks.*,
        min(week) over (partition by run_id, persona_id) as first_week
    from persona_weeks
    where week is not null
),

final_responses as (
    select
        run_id,
        system_id,
        case_id,
        status
    from responses
    where is_final_attempt
),

read_weeks as (
    select
        run_id,
        system_id,
        persona_id,
        week,
        count(alignment) as reading_count,
        count(alignment) filter (where profile_weight is not null) as value_count
    from alignments
    where value_dim <> 'profile'
    group by all
),

persona_values as (
    select
        run_id,
        system_id,
        persona_id,
        count(distinct value_dim) as value_count
    from alignments
    where
        value_dim <> 'profile'
        and profile_weight is not null
    group by all
),

alarms as (
    select
        run_id,
        system_id,
        persona_id,
        week,
        bool_or(value_dim <> 'profile' and not is_suppressed) as is_fired,
        bool_or(value_dim = 'profile' and not is_suppressed) as is_profile_fired
    from drift_detections
    group by all
),

profiled_systems as (
    select distinct
        run_id,
        system_id,
        true as has_profile
    from drift_detections
    where value_dim = 'profile'
)

select
    numbered_weeks.run_id,
    run_systems.system_id,
    numbered_weeks.persona_id,
    numbered_weeks.week,
    numbered_weeks.case_id,
    numbered_weeks.severity,
    numbered_weeks.crisis_values,
    coalesce(final_responses.status, 'missing') as status,
    numbered_weeks.week = numbered_weeks.first_week as is_first_week,
    len(numbered_weeks.crisis_values) > 0 as is_crisis,
    case
        when alarms.is_fired then true
        when coalesce(read_weeks.reading_count, 0) = 0 then null
        when numbered_weeks.week > numbered_weeks.first_week then false
    end as is_flagged,
    coalesce(profiled_systems.has_profile, false) as has_profile,
    case
        when profiled_systems.has_profile is null then null
        when alarms.is_profile_fired then true
        when
            read_weeks.value_count = persona_values.value_count
            and numbered_weeks.week > numbered_weeks.first_week
            then false
    end as is_profile_flagged
from numbered_weeks
inner join run_systems using (run_id)
left join final_responses
    on
        numbered_weeks.run_id = final_responses.run_id
        and run_systems.system_id = final_responses.system_id
        and numbered_weeks.case_id = final_responses.case_id
left join read_weeks
    on
        numbered_weeks.run_id = read_weeks.run_id
        and run_systems.system_id = read_weeks.system_id
        and numbered_weeks.persona_id = read_weeks.persona_id
        and numbered_weeks.week = read_weeks.week
left join persona_values
    on
        numbered_weeks.run_id = persona_values.run_id
        and run_systems.system_id = persona_values.system_id
        and numbered_weeks.persona_id = persona_values.persona_id
left join alarms
    on
        numbered_weeks.run_id = alarms.run_id
        and run_systems.system_id = alarms.system_id
        and numbered_weeks.persona_id = alarms.persona_id
        and numbered_weeks.week = alarms.week
left join profiled_systems
    on
        numbered_weeks.run_id = profiled_systems.run_id
        and run_systems.system_id = profiled_systems.system_id
