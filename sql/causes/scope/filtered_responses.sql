-- The responses of the runs, systems and the slice of the filter.

create or replace temp view filtered_responses as

select *
from facts.responses
where
    coalesce(run_id = getvariable('filter_run_id'), getvariable('filter_run_id') is null)
    and coalesce(
        system_id = getvariable('filter_system_id'), getvariable('filter_system_id') is null
    )
    and (
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
        or (run_id, system_id, case_id, attempt) in (
            select
                run_id,
                system_id,
                case_id,
                attempt
            from facts.sliced_attempts
            where
                slice_name = getvariable('filter_slice_name')
                and coalesce(
                    slice_value = getvariable('filter_slice_value'),
                    getvariable('filter_slice_value') is null
                )
        )
    );
