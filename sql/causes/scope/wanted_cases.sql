-- The declared cases of the runs and of the slice that a question is about.

create or replace temp view wanted_cases as

select *
from facts.cases
where
    coalesce(run_id = getvariable('wanted_run_id'), getvariable('wanted_run_id') is null)
    and (
        -- The slices of readings and triggers are none of cases.
        getvariable('wanted_slice_name') in ('all', 'value_dim', 'trigger', 'is_bimodal')
        or (run_id, case_id) in (
            select
                run_id,
                case_id
            from facts.case_slices
            where
                slice_name = getvariable('wanted_slice_name')
                and coalesce(
                    slice_value = getvariable('wanted_slice_value'),
                    getvariable('wanted_slice_value') is null
                )
        )
    );
