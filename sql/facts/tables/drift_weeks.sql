-- Each persona's week for each system: whether it was a crisis, and whether a trigger flagged it.
--
-- A week is a case that names persona_id and week among its attributes; it is here also where the
-- response is missing. What a row says:
--
--     crisis_values       the truth: which values are in crisis, none in a quiet week; null, as is
--                         is_crisis, where the case does not say
--     status              of the final attempt, `missing` where there is no response
--     is_first_week       the persona's first week: there is none before it that could fall
--     has_triggers        the triggers were applied to the readings of the week
--     is_flagged          a trigger fired for one of the values and uncertainty did not hold it
--                         back; where none did, null without triggers or a reading, in a crisis of
--                         which a value has no reading, and in a first week, which no crash marks
--     has_unseen_acts     what the week tells of was left out of the training of critics, in any
--                         wording: the attribute acts is `unseen` (true) or `seen` (false); null
--                         where the case does not say
--     is_profile_flagged  the same of the weighted profile; null also where not every value has a
--                         reading, and where profiles were not looked at (has_profile)
--
-- grain: run_id, system_id, persona_id, week
-- empty without: case_generated with persona_id

with persona_weeks as (
    select
        cases.run_id,
        cases.case_id,
        personas.value as persona_id,
        try_cast(weeks.value as integer) as week,
        cases.severity,
        case acts.value when 'unseen' then true when 'seen' then false end as has_unseen_acts,
        try_cast(try_cast(cases.expected as json) as varchar[]) as crisis_values
    from cases
    inner join case_attributes as personas using (run_id, case_id)
    inner join case_attributes as weeks using (run_id, case_id)
    left join case_attributes as acts
        on
            cases.run_id = acts.run_id
            and cases.case_id = acts.case_id
            and acts.name = 'acts'
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
        list(value_dim) filter (where alignment is not null) as read_values,
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

reading_positions as (
    select
        run_id,
        json_extract_string(payload, '$.system_id') as system_id,
        json_extract_string(payload, '$.case_id') as case_id,
        max(position) as position
    from current_events
    where
        kind = 'response_recorded'
        and run_id in (select run_id from examined_systems)
        and json_extract_string(payload, '$.value_dim') is not null
    group by all
),

system_weeks as (
    select
        numbered_weeks.*,
        run_systems.system_id,
        examined_systems.system_id is not null
        and coalesce(reading_positions.position < examined_systems.position, true) as has_triggers,
        coalesce(examined_systems.has_profile, false) as has_profile
    from numbered_weeks
    inner join run_systems using (run_id)
    anti join unasked_attempts using (run_id, system_id, case_id)
    left join examined_systems using (run_id, system_id)
    left join reading_positions using (run_id, system_id, case_id)
)

select
    system_weeks.run_id,
    system_weeks.system_id,
    system_weeks.persona_id,
    system_weeks.week,
    system_weeks.case_id,
    system_weeks.severity,
    system_weeks.crisis_values,
    system_weeks.has_unseen_acts,
    coalesce(final_responses.status, 'missing') as status,
    system_weeks.week = system_weeks.first_week as is_first_week,
    len(system_weeks.crisis_values) > 0 as is_crisis,
    system_weeks.has_triggers,
    case
        when alarms.is_fired then true
        when not system_weeks.has_triggers then null
        when coalesce(read_weeks.reading_count, 0) = 0 then null
        when not list_has_all(read_weeks.read_values, system_weeks.crisis_values) then null
        when system_weeks.week > system_weeks.first_week then false
    end as is_flagged,
    system_weeks.has_profile,
    case
        when not system_weeks.has_profile then null
        when alarms.is_profile_fired then true
        when
            system_weeks.has_triggers
            and read_weeks.value_count = persona_values.value_count
            and system_weeks.week > system_weeks.first_week
            then false
    end as is_profile_flagged
from system_weeks
left join final_responses using (run_id, system_id, case_id)
left join read_weeks using (run_id, system_id, persona_id, week)
left join persona_values using (run_id, system_id, persona_id)
left join alarms using (run_id, system_id, persona_id, week)
