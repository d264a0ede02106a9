-- The weeks of personas within the filter, by the flags of their values.

create or replace temp view filtered_weeks as

select *
from facts.sliced_drift_weeks
where
    coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
    and coalesce(
        system_id = getvariable('filter_system_id'), getvariable('filter_system_id') is null
    )
    and variant = 'by=value'
    and slice_name = case
        when getvariable('filter_slice_name') in ('value_dim', 'trigger', 'is_bimodal') then 'all'
        else getvariable('filter_slice_name')
    end
    and (
        getvariable('filter_slice_name') in ('value_dim', 'trigger', 'is_bimodal')
        or coalesce(
            slice_value = getvariable('filter_slice_value'),
            getvariable('filter_slice_value') is null
        )
    );
