-- The answers to labelled cases within the filter.

create or replace temp view filtered_predictions as

select *
from facts.sliced_predictions
where
    coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
    and coalesce(
        system_id = getvariable('filter_system_id'), getvariable('filter_system_id') is null
    )
    and coalesce(
        validator_id = getvariable('filter_validator_id'),
        getvariable('filter_validator_id') is null
    )
    and slice_name = getvariable('filter_slice_name')
    and coalesce(
        slice_value = getvariable('filter_slice_value'), getvariable('filter_slice_value') is null
    );
