-- The smallest difference from a fixed number that the cases of each system could show.
--
-- The value is null where fewer than two cases are scored, or all count the same.
--
-- Parameters: run_id.

select
    system_id,
    value,
    scored_count
from selected_metrics
where
    run_id = $run_id
    and slice_name = 'all'
    and is_primary_validator
    and system_id not in (
        select controls.system_id
        from facts.controls
        where controls.run_id = $run_id
    )
order by value desc nulls last, system_id
