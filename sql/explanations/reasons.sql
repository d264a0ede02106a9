-- How many explained rows were counted, and left out for each reason, null where they count.
--
-- What was not asked, since the run was stopped, is no row: it is counted here as it would be one.
--
-- Parameters: run_id.

with row_counts as (
    select
        system_id,
        validator_id,
        slice_name,
        slice_value,
        variant,
        reason,
        count(*) as row_count
    from explained_rows
    group by all
),

row_names as (
    select distinct
        system_id,
        validator_id,
        slice_name,
        slice_value,
        variant
    from row_counts
),

unasked_counts as (
    select
        row_names.*,
        unasked_attempts.reason,
        count(*) as row_count
    from row_names
    inner join facts.unasked_attempts using (system_id)
    inner join facts.case_slices using (run_id, case_id, slice_name, slice_value)
    where unasked_attempts.run_id = $run_id
    group by all
)

select * from row_counts
union all
select * from unasked_counts
order by system_id, validator_id, slice_name, slice_value, variant, reason nulls first
