-- The strongest control of a run in each metric of `selected_metrics`: what ignorance reaches.
--
-- Of the systems that the run names as controls, the one with the best value; of several,
-- the first by name. It is chosen by the cases that it is shown on, so that its value lies a bit
-- above what it would be on others: whoever claims that a system knows something shows that it
-- beats each of the controls. chance is the mean chance that the cases of the slice declare,
-- of accuracy alone; null where none does.
--
-- Parameters: run_id, slice_names.
--
-- grain: metric, validator_id, variant, slice_name, slice_value

with measured as (
    select
        metric,
        validator_id,
        variant,
        slice_name,
        slice_value,
        system_id,
        value,
        ci_low,
        ci_high,
        if(better = 'lower', -value, value) as goodness
    from selected_metrics
    where
        run_id = $run_id
        and list_contains($slice_names, slice_name)
        and value is not null
        and better in ('higher', 'lower')
        and system_id in (
            select controls.system_id
            from facts.controls
            where controls.run_id = $run_id
        )
),

chances as (
    select
        case_slices.slice_name,
        case_slices.slice_value,
        avg(cases.chance) as chance_mean
    from facts.case_slices
    inner join facts.cases using (run_id, case_id)
    where
        case_slices.run_id = $run_id
        and list_contains($slice_names, case_slices.slice_name)
    group by all
)

select
    measured.metric,
    measured.validator_id,
    measured.variant,
    measured.slice_name,
    measured.slice_value,
    measured.system_id,
    measured.value,
    measured.ci_low as low,
    measured.ci_high as high,
    if(measured.metric = 'accuracy', chances.chance_mean, null) as chance
from measured
left join chances using (slice_name, slice_value)
qualify
    row_number() over (
        partition by
            measured.metric,
            measured.validator_id,
            measured.variant,
            measured.slice_name,
            measured.slice_value
        order by measured.goodness desc, measured.system_id
    ) = 1
order by all
