-- Of the ways in which a figure can be computed, the one whose result was reported, or our own.
--
-- A share may be reported in percent, and some tools take the best score that they gave for a full
-- one (`is_relative`). A standard error beside a mean has to be equal too, unless the tool reports
-- it as a figure of its own, and so has the count, where the figure is of all cases. Where no way
-- leads to what was reported, `is_equal` is false and the way is our own. `our_value` and the like
-- are what our own way gives, in any case. `is_tally` tells counts and sums from means.
--
-- grain: run_id, event_id
-- for: facts.reported_scores

create or replace view facts.matched_figures as

with reported as (
    select
        reported_figures.run_id,
        reported_figures.event_id,
        reported_figures.value,
        case
            when bool_or(reported_figures.metric = 'stderr') over (
                partition by
                    reported_figures.run_id, reported_figures.system_id,
                    reported_figures.validator_id, reported_figures.reducer
            ) then null
            else reported_figures.stderr
        end as stderr,
        case when reported_figures.group_name is null then reported_figures.scored_count end
            as scored_count
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
        reading = 'ours' as is_ours
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
        ways.run_id,
        ways.event_id,
        ways.reading,
        ways.reducer,
        ways.is_tally,
        units.unit_size,
        units.is_relative,
        ways.highest_value,
        ways.value_count,
        units.unit_size / case when units.is_relative then ways.highest_value else 1 end as scale,
        scale * ways.computed_value as computed_value,
        scale * ways.computed_stderr as computed_stderr,
        ways.our_value,
        ways.our_stderr,
        ways.our_count
    from ways
    cross join units
    where
        case
            -- A count is no share of anything.
            when ways.is_tally then units.unit_size = 1 and not units.is_relative
            else not units.is_relative or ways.highest_value not in (0, 1)
        end
)

select
    reported.run_id,
    reported.event_id,
    scaled_figures.reading,
    scaled_figures.reducer,
    scaled_figures.is_tally,
    scaled_figures.unit_size,
    scaled_figures.is_relative,
    scaled_figures.highest_value,
    scaled_figures.value_count,
    scaled_figures.computed_value,
    scaled_figures.computed_stderr,
    scaled_figures.our_value,
    scaled_figures.our_stderr,
    scaled_figures.our_count,
    coalesce(
        macros.figures_agree(reported.value, scaled_figures.computed_value)
        and (reported.scored_count is null or reported.scored_count = scaled_figures.value_count)
        and (
            reported.stderr is null
            or macros.figures_agree(reported.stderr, scaled_figures.computed_stderr)
        ),
        false
    ) as is_equal
from reported
inner join scaled_figures using (run_id, event_id)
qualify
    row_number() over (
        partition by reported.run_id, reported.event_id
        order by
            is_equal desc,
            scaled_figures.is_relative,
            scaled_figures.reading = 'ours' desc,
            scaled_figures.reducer != 'none' desc,
            scaled_figures.unit_size,
            scaled_figures.reducer
    ) = 1;
