-- The readings of critics, of what a question is about.

create or replace temp view wanted_readings as

select *
from facts.sliced_readings
where
    coalesce(run_id = getvariable('wanted_run_id'), getvariable('wanted_run_id') is null)
    and coalesce(
        system_id = getvariable('wanted_system_id'), getvariable('wanted_system_id') is null
    )
    and slice_name = case
        when getvariable('wanted_slice_name') = 'trigger' then 'all'
        else getvariable('wanted_slice_name')
    end
    and (
        getvariable('wanted_slice_name') = 'trigger'
        or coalesce(
            slice_value = getvariable('wanted_slice_value'),
            getvariable('wanted_slice_value') is null
        )
    );
