-- The crisis episodes and the alarms of each persona's value, and which alarm met which episode.
--
-- An episode is a crisis without a gap: consecutive weeks in which the value was in crisis. An
-- alarm is raised in the first of consecutive weeks in which the value was flagged. An alarm meets
-- an episode that began in its week or at most two weeks before; each meets at most one, as many
-- pairs as there can be, the earliest first. matched_week is the first week of the other one,
-- lag_weeks how long after the episode's first week the alarm was raised: 0, 1 or 2.
--
-- An episode is_known where at least one of these three weeks has a flag that is known; else
-- status is that of its first week. Alarms are known where the truth of their week is.
--
-- Two episodes, like two alarms, begin at least two weeks apart. So an alarm one week after an
-- episode's beginning belongs to that episode alone; and all others stand on a path of even and
-- one of odd weeks, alarm and episode in turn, on which neighbours may meet. Pairing off each
-- unbroken piece of a path from its beginning gives the most pairs.
--
-- grain: run_id, system_id, persona_id, value_dim, kind, first_week

create or replace view facts.episodes_and_alarms as

with value_weeks as (
    select
        run_id,
        system_id,
        persona_id,
        value_dim,
        week,
        severity,
        status,
        is_crisis,
        is_flagged,
        lag(week) over persona_value = week - 1 and lag(is_crisis) over persona_value
            as was_crisis,
        lag(week) over persona_value = week - 1 and lag(is_flagged) over persona_value
            as was_flagged,
        bool_or(is_flagged is not null) over (
            partition by run_id, system_id, persona_id, value_dim
            order by week
            range between current row and 2 following
        ) as is_flag_known
    from facts.drift_values
    window persona_value as (
        partition by run_id, system_id, persona_id, value_dim
        order by week
    )
),

kinds as (
    from (values ('alarm'), ('episode')) as named (kind)
),

beginnings as (
    select
        value_weeks.run_id,
        value_weeks.system_id,
        value_weeks.persona_id,
        value_weeks.value_dim,
        kinds.kind,
        value_weeks.week,
        value_weeks.severity,
        value_weeks.status,
        case
            when kinds.kind = 'alarm' then value_weeks.is_crisis is not null
            else value_weeks.is_flag_known
        end as is_known
    from value_weeks
    cross join kinds
    where
        case
            when kinds.kind = 'alarm'
                then value_weeks.is_flagged and not coalesce(value_weeks.was_flagged, false)
            else value_weeks.is_crisis and not coalesce(value_weeks.was_crisis, false)
        end
),

-- Those one week apart have no other neighbour, so that they are paired off alone.
neighbours as (
    select
        beginnings.*,
        case
            when
                kind = 'episode'
                and lead(kind) over persona_value = 'alarm'
                and lead(week) over persona_value = week + 1
                then week + 1
            when
                kind = 'alarm'
                and lag(kind) over persona_value = 'episode'
                and lag(week) over persona_value = week - 1
                then week - 1
        end as adjacent_week
    from beginnings
    window persona_value as (
        partition by run_id, system_id, persona_id, value_dim
        order by week, kind
    )
),

places as (
    select
        neighbours.*,
        -- Alarm and episode of a week, then those of the week after the next, and so on.
        case when kind = 'alarm' then week else week + 1 end as place,
        -- The path of even or of odd weeks, or none.
        case when adjacent_week is null then week % 2 end as path
    from neighbours
),

pieces as (
    select
        places.*,
        place - row_number() over (
            partition by run_id, system_id, persona_id, value_dim, path
            order by place
        ) as piece
    from places
),

numbered_places as (
    select
        pieces.*,
        row_number() over piece_of_path as number_in_piece,
        lag(week) over piece_of_path as week_before,
        lead(week) over piece_of_path as week_after
    from pieces
    window piece_of_path as (
        partition by run_id, system_id, persona_id, value_dim, path, piece
        order by place
    )
),

matches as (
    select
        numbered_places.*,
        case
            when adjacent_week is not null then adjacent_week
            when number_in_piece % 2 = 1 then week_after
            else week_before
        end as matched_week
    from numbered_places
)

select
    run_id,
    system_id,
    persona_id,
    value_dim,
    kind,
    week as first_week,
    severity,
    status,
    is_known,
    matched_week,
    case when kind = 'episode' then matched_week - week else week - matched_week end as lag_weeks
from matches;
