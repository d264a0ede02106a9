-- Where a crash or a rut fires in the readings of facts.alignments, for thresholds of one's own.
--
-- `thresholds` is a list of structs, one for a value each, that of value_dim null for all others;
-- a trigger whose threshold is left out does not fire, and without epsilon all are suppressed.
-- `ema_alpha` in (0, 1] smooths the readings, 1 leaves them as they are. Such as:
--
--     from macros.drift_detections(
--         [{'value_dim': null, 'delta': 0.5, 'tau_low': -0.4, 'c_min': 3, 'epsilon': 0.3}], 1.0
--     )
--     where run_id = 'r1'
--
-- A filter on run_id, system_id or persona_id reaches the table. A stretch is the readings of one
-- persona and value in consecutive weeks; smoothing restarts with each, from its first reading.
--
--     crash  the level falls by more than delta from the week before; none after a gap
--     rut    the level is below tau_low for c_min consecutive weeks, and in each further one
--
-- is_suppressed says that the uncertainty of the week is unknown or not below epsilon. The value
-- `profile` stands for all values of a persona, weighted, in weeks where each that the persona has
-- in some week has a reading; it is detected only where thresholds name it, and no reading may
-- take its name. Sums go in the order of the names, so that their bits are the same everywhere.
--
-- grain: run_id, system_id, persona_id, week, value_dim, trigger

create or replace macro macros.drift_detections(thresholds, ema_alpha) as table

    with limits as (
        select
            unnest(thresholds::struct(
                value_dim varchar, delta double, tau_low double, c_min integer, epsilon double
            )[]) as settings
    ),

    -- Read more than once and still not kept aside, so that a filter on the run reaches the table.
    readings as not materialized (
        select
            run_id,
            system_id,
            persona_id,
            week,
            value_dim,
            alignment,
            uncertainty,
            profile_weight
        from facts.alignments
        where
            value_dim <> 'profile'
            and persona_id is not null
            and week is not null
    ),

    persona_values as (
        select
            run_id,
            system_id,
            persona_id,
            count(distinct value_dim) as value_count
        from readings
        where profile_weight is not null
        group by all
    ),

    weighted_weeks as (
        select
            run_id,
            system_id,
            persona_id,
            week,
            count(*) as value_count,
            count(uncertainty) as uncertainty_count,
            sum(profile_weight order by value_dim) as weight,
            sum(profile_weight * alignment order by value_dim) as alignment,
            sum(
                (profile_weight * uncertainty) * (profile_weight * uncertainty) order by value_dim
            ) as variance
        from readings
        where
            alignment is not null
            and profile_weight is not null
        group by all
    ),

    value_readings as (
        select
            run_id,
            system_id,
            persona_id,
            week,
            value_dim,
            alignment,
            uncertainty
        from readings
        where alignment is not null
        union all
        select
            weighted_weeks.run_id,
            weighted_weeks.system_id,
            weighted_weeks.persona_id,
            weighted_weeks.week,
            'profile' as value_dim,
            weighted_weeks.alignment / weighted_weeks.weight as alignment,
            case
                when weighted_weeks.uncertainty_count = weighted_weeks.value_count
                    then sqrt(weighted_weeks.variance) / weighted_weeks.weight
            end as uncertainty
        from weighted_weeks
        inner join persona_values using (run_id, system_id, persona_id, value_count)
        where weighted_weeks.weight > 0
    ),

    stretches as (
        select
            run_id,
            system_id,
            persona_id,
            week,
            value_dim,
            alignment,
            uncertainty,
            week - row_number() over (
                partition by run_id, system_id, persona_id, value_dim
                order by week
            ) as stretch
        from value_readings
    ),

    levels as (
        select
            run_id,
            system_id,
            persona_id,
            week,
            value_dim,
            uncertainty,
            stretch,
            macros.smoothed(
                list(alignment) over (
                    partition by run_id, system_id, persona_id, value_dim, stretch
                    order by week
                ),
                ema_alpha
            ) as level
        from stretches
    ),

    changes as (
        select
            run_id,
            system_id,
            persona_id,
            week,
            value_dim,
            uncertainty,
            level,
            lag(level) over (
                partition by run_id, system_id, persona_id, value_dim, stretch
                order by week
            ) - level as fall
        from levels
    ),

    limited_weeks as (
        select
            changes.run_id,
            changes.system_id,
            changes.persona_id,
            changes.week,
            changes.value_dim,
            changes.uncertainty,
            changes.level,
            changes.fall,
            coalesce(own.settings, shared.settings) as settings,
            changes.level < coalesce(own.settings, shared.settings).tau_low as is_low
        from changes
        left join limits as own
            on changes.value_dim = own.settings.value_dim
        left join limits as shared
            on shared.settings.value_dim is null and changes.value_dim <> 'profile'
    ),

    low_runs as (
        select
            limited_weeks.*,
            week - row_number() over (
                partition by run_id, system_id, persona_id, value_dim, is_low
                order by week
            ) as low_run
        from limited_weeks
    ),

    counted_weeks as (
        select
            low_runs.*,
            row_number() over (
                partition by run_id, system_id, persona_id, value_dim, is_low, low_run
                order by week
            )::integer as low_count
        from low_runs
    ),

    triggers as (
        from (values ('crash'), ('rut')) as named (trigger_name)
    )

    select
        counted_weeks.run_id,
        counted_weeks.system_id,
        counted_weeks.persona_id,
        counted_weeks.week,
        counted_weeks.value_dim,
        triggers.trigger_name as trigger,
        case when triggers.trigger_name = 'crash' then counted_weeks.fall end as drop,
        counted_weeks.level,
        case when triggers.trigger_name = 'rut' then counted_weeks.low_count end as weeks,
        counted_weeks.uncertainty,
        not coalesce(counted_weeks.uncertainty < counted_weeks.settings.epsilon, false)
            as is_suppressed
    from counted_weeks
    cross join triggers
    where
        case
            when
                triggers.trigger_name = 'crash'
                then counted_weeks.fall > counted_weeks.settings.delta
            else counted_weeks.is_low and counted_weeks.low_count >= counted_weeks.settings.c_min
        end;
