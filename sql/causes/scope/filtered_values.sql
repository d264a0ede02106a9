-- The values of personas in each week within the filter.

create or replace temp view filtered_values as

select *
from facts.drift_values
where
    coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
    and coalesce(
        system_id = getvariable('filter_system_id'), getvariable('filter_system_id') is null
    )
    and (
        getvariable('filter_slice_name') <> 'value_dim'
        or coalesce(
            value_dim = getvariable('filter_slice_value'),
            getvariable('filter_slice_value') is null
        )
    );
