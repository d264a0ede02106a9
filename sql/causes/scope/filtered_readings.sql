-- The readings of critics within the filter.

create or replace temp view filtered_readings as

select *
from facts.sliced_readings
where
    coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
    and coalesce(
        system_id = getvariable('filter_system_id'), getvariable('filter_system_id') is null
    )
    and slice_name = case
        when getvariable('filter_slice_name') = 'trigger' then 'all'
        else getvariable('filter_slice_name')
    end
    and (
        getvariable('filter_slice_name') = 'trigger'
        or coalesce(
            slice_value = getvariable('filter_slice_value'),
            getvariable('filter_slice_value') is null
        )
    );
