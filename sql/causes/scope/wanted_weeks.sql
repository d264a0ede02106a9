-- The weeks of personas, of what a question is about, by the flags of their values.

create or replace temp view wanted_weeks as

select *
from facts.sliced_drift_weeks
where
    coalesce(run_id = getvariable('wanted_run_id'), getvariable('wanted_run_id') is null)
    and coalesce(
        system_id = getvariable('wanted_system_id'), getvariable('wanted_system_id') is null
    )
    and variant = 'by=value'
    and slice_name = case
        when getvariable('wanted_slice_name') in ('value_dim', 'trigger', 'is_bimodal') then 'all'
        else getvariable('wanted_slice_name')
    end
    and (
        getvariable('wanted_slice_name') in ('value_dim', 'trigger', 'is_bimodal')
        or coalesce(
            slice_value = getvariable('wanted_slice_value'),
            getvariable('wanted_slice_value') is null
        )
    );
