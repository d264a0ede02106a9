-- The answers to labelled cases, of what a question is about.

create or replace temp view wanted_predictions as

select *
from facts.sliced_predictions
where
    coalesce(run_id = getvariable('wanted_run_id'), getvariable('wanted_run_id') is null)
    and coalesce(
        system_id = getvariable('wanted_system_id'), getvariable('wanted_system_id') is null
    )
    and coalesce(
        validator_id = getvariable('wanted_validator_id'),
        getvariable('wanted_validator_id') is null
    )
    and slice_name = getvariable('wanted_slice_name')
    and coalesce(
        slice_value = getvariable('wanted_slice_value'), getvariable('wanted_slice_value') is null
    );
