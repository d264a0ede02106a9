-- The standard deviation of a sample whose rows stand for several equal values each.
--
-- An aggregate of `measure`, of which each row stands for `row_count` values; nulls are passed
-- over, and it is null below two values. Exact for values of 0 and 1; rows that stand for one
-- value each may have any values.

create or replace macro macros.counted_deviation(measure, row_count) as
case
    when max(row_count) = 1 then stddev_samp(measure)
    when sum(row_count) filter (where measure is not null) > 1
        then
            sqrt(
                greatest(
                    0e0,
                    sum(row_count) filter (where measure is not null)
                    * sum(row_count * measure * measure)
                    - pow(sum(row_count * measure), 2)
                )
                / sum(row_count) filter (where measure is not null)
                / (sum(row_count) filter (where measure is not null) - 1e0)
            )
end;
