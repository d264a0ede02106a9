-- Of the ways in which a figure can be computed, the one whose result was reported, or our own.
--
-- A share may be reported in percent, and some tools take the best score that they gave for a full
-- one (`is_relative`). A standard error beside a mean has to be equal too, in the same way, and so
-- has the count, where the figure is of all cases. A standard error that is a figure of its own
-- goes with the means of its scorer and reducer: it is equal only in a way that gives one of them,
-- where any way does. Where the standard error fits another way than the mean does, `error_of` is
-- the reducer of that way. Where no way leads to what was reported, `is_equal` is false and the
-- way is one that gives the value, or else our own. `our_value` and the like are what our own way
-- gives, in any case. `is_tally` tells counts and sums from means.
--
-- grain: run_id, event_id
-- for: facts.reported_scores

create or replace view facts.matched_figures as

with reported as (
    select
        run_id,
        event_id,
        system_id,
        valued_id as validator_id,
        reducer as reported_reducer,
        group_name,
        measure in ('accuracy', 'mean') as is_mean,
        measure = 'stderr' as is_error,
        value,
        case
            when bool_or(measure = 'stderr') over (
                partition by run_id, system_id, valued_id, reducer
            ) then null
            else stderr
        end as stderr,
        case when group_name is null then scored_count end as scored_count
    from facts.reported_figures
),

units as (
    from (
        values
        (1, false),
        (100, false),
        (1, true),
        (100, true)
    ) as units (unit_size, is_relative)
),

marked_figures as (
    select
        *,
        false as is_tally,
        reading = 'ours' and reducer != 'none' as is_ours
    from facts.computed_figures
    anti join facts.tallied_figures using (run_id, event_id)
    union all by name
    select
        *,
        'sum' as reducer,
        true as is_tally,
        reading = 'ours' as is_ours,
        false as is_graded,
        0 as filled_count
    from facts.tallied_figures
),

ways as (
    select
        *,
        max(computed_value) filter (where is_ours) over figure as our_value,
        max(computed_stderr) filter (where is_ours) over figure as our_stderr,
        max(value_count) filter (where is_ours) over figure as our_count
    from marked_figures
    window figure as (partition by run_id, event_id)
),

scaled_figures as (
    select
        ways.*,
        units.unit_size,
        units.is_relative,
        units.unit_size / case when units.is_relative then ways.highest_value else 1 end as scale,
        scale * ways.computed_value as scaled_value,
        scale * ways.computed_stderr as scaled_stderr
    from ways
    cross join units
    where
        case
            -- A count is no share of anything.
            when ways.is_tally then units.unit_size = 1 and not units.is_relative
            else
                not units.is_relative
                or ways.highest_value not in (0, 1) and ways.reducer in ('mean', 'none')
        end
),

held_figures as (
    select
        *,
        coalesce(macros.figures_agree(reported.value, scaled_figures.scaled_value), false)
            as fits_value,
        reported.stderr is null
        or coalesce(macros.figures_agree(reported.stderr, scaled_figures.scaled_stderr), false)
            as fits_stderr,
        reported.scored_count is null or reported.scored_count = scaled_figures.value_count
            as fits_count
    from reported
    inner join scaled_figures using (run_id, event_id)
),

-- In which ways the mean that a standard error goes with is what was reported.
reconciled_figures as (
    select
        *,
        coalesce(bool_or(fits_value and is_mean) over same_way, false) as is_way_of_mean,
        coalesce(bool_or(fits_value and is_mean and reading != 'other') over figures, false)
            as has_way_of_mean,
        coalesce(bool_or(fits_value and is_ours) over figure, false) as fits_our_value
    from held_figures
    window
        figures as (partition by run_id, system_id, validator_id, reported_reducer, group_name),
        same_way as (
            partition by
                run_id, system_id, validator_id, reported_reducer, group_name, reading, reducer
        ),
        figure as (partition by run_id, event_id)
),

judged_figures as (
    select
        *,
        is_error and has_way_of_mean and not is_way_of_mean as is_error_of_another,
        fits_value and fits_stderr and fits_count and not is_error_of_another
        and (reading != 'other' or fits_our_value) as is_equal,
        case
            when stderr is not null and fits_stderr and not fits_value and not is_relative
                then reducer
        end as fitting_reducer
    from reconciled_figures
),

ranked_figures as (
    select
        *,
        list(fitting_reducer) over (partition by run_id, event_id) as fitting_reducers,
        row_number() over (
            partition by run_id, event_id
            order by
                is_equal desc,
                is_relative,
                reading = 'other',
                fits_value desc,
                reading = 'ours' desc,
                reading = 'theirs' desc,
                reducer != 'none' desc,
                unit_size,
                reading,
                reducer
        ) as place
    from judged_figures
)

select
    run_id,
    event_id,
    reading,
    reducer,
    is_tally,
    unit_size,
    is_relative,
    highest_value,
    is_graded,
    filled_count,
    value_count,
    scaled_value as computed_value,
    scaled_stderr as computed_stderr,
    our_value,
    our_stderr,
    our_count,
    is_equal,
    case
        when is_equal or not fits_value then null
        when is_error_of_another then reducer
        -- Value and error fit in one way, and the counts do not.
        when fits_stderr then null
        else
            list_min(list_filter(
                fitting_reducers, lambda fitting_reducer: fitting_reducer != reducer
            ))
    end as error_of
from ranked_figures
where place = 1;
