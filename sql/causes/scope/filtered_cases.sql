-- The declared cases of the runs and the slice of the filter.

create or replace temp view filtered_cases as

select *
from facts.cases
where
    coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
    and (
        -- The slices of readings and triggers are none of cases.
        getvariable('filter_slice_name') in ('all', 'value_dim', 'trigger', 'is_bimodal')
        or (run_id, case_id) in (
            select
                run_id,
                case_id
            from facts.case_slices
            where
                slice_name = getvariable('filter_slice_name')
                and coalesce(
                    slice_value = getvariable('filter_slice_value'),
                    getvariable('filter_slice_value') is null
                )
        )
        or (run_id, case_id) in (
            select
                run_id,
                case_id
            from facts.sliced_attempts
            where
                slice_name = getvariable('filter_slice_name')
                and coalesce(
                    slice_value = getvariable('filter_slice_value'),
                    getvariable('filter_slice_value') is null
                )
        )
    );
