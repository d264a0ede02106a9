-- The cases whose value is another on the right side than on the left, the largest change first.
--
-- Parameters: left_run_id, left_system_id, right_run_id, right_system_id, validator_id, variant,
-- slice_name, slice_value; limit_count, how many of those that rose and of those that fell.
--
-- grain: case_id

with left_values as (
    select
        case_id,
        value
    from case_values
    where
        run_id = $left_run_id
        and system_id = $left_system_id
        and validator_id = $validator_id
        and slice_name = $slice_name
        and slice_value = $slice_value
        and variant = $variant
        and value is not null
),

right_values as (
    select
        case_id,
        value
    from case_values
    where
        run_id = $right_run_id
        and system_id = $right_system_id
        and validator_id = $validator_id
        and slice_name = $slice_name
        and slice_value = $slice_value
        and variant = $variant
        and value is not null
),

moved_cases as (
    select
        left_values.case_id,
        left_values.value as left_value,
        right_values.value as right_value,
        right_values.value > left_values.value as is_higher,
        row_number() over (
            partition by right_values.value > left_values.value
            order by abs(right_values.value - left_values.value) desc, left_values.case_id asc
        ) as place
    from left_values
    inner join right_values using (case_id)
    where left_values.value <> right_values.value
)

select
    case_id,
    left_value,
    right_value,
    is_higher
from moved_cases
where place <= $limit_count
order by is_higher, place
