-- The values of personas in each week, of what a question is about.

create or replace temp view wanted_values as

select *
from facts.drift_values
where
    coalesce(run_id = getvariable('wanted_run_id'), getvariable('wanted_run_id') is null)
    and coalesce(
        system_id = getvariable('wanted_system_id'), getvariable('wanted_system_id') is null
    )
    and (
        getvariable('wanted_slice_name') <> 'value_dim'
        or coalesce(
            value_dim = getvariable('wanted_slice_value'),
            getvariable('wanted_slice_value') is null
        )
    );
