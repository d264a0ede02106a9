-- The standard error of a mean over independent cases, from the sums of their values and squares.
--
-- Null below two cases. What rounding leaves of a spread that is none is 0.

create or replace macro macros.mean_error(value_sum, square_sum, case_count) as
case
    when case_count < 2 then null
    when square_sum - value_sum * value_sum / case_count <= 1e-12 * square_sum then 0e0
    else sqrt((square_sum - value_sum * value_sum / case_count) / (case_count - 1e0) / case_count)
end;
