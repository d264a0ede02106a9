-- What is in each column of `records`: how many values, how many different ones, which of them
-- are numbers, times or words of right and wrong.
--
-- grain: name

with cells as (
    select
        name,
        value
    from (
        unpivot (select columns(* exclude (record_number, file_name))::varchar from records)
        on columns(*)
        into name name value value
    )
),

counted_cells as (
    select
        name,
        value,
        count(*) as value_count
    from cells
    group by name, value
)

select
    name,
    sum(value_count)::bigint as value_count,
    count(*) as different_count,
    max(length(value)) as length_max,
    bool_and(try_cast(value as double) is not null and isfinite(try_cast(value as double)))
        as are_numbers,
    min(try_cast(value as double)) as smallest,
    max(try_cast(value as double)) as greatest,
    bool_and(try_cast(value as timestamp) is not null) as are_times,
    bool_and(
        lower(trim(value)) in (
            'true', 'false', 'yes', 'no', 'y', 'n', 'correct', 'incorrect', 'right', 'wrong',
            'pass', 'passed', 'fail', 'failed', '1', '0', '1.0', '0.0'
        )
    ) as are_outcomes
from counted_cells
group by name
order by name;
