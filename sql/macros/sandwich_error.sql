-- The standard error HC1 of a least-squares slope, robust to errors that spread unevenly.
--
-- residual_sum is sum((x - mean)^2 * residual^2), spread is sum((x - mean)^2). Below 1e-13 of the
-- spread, the residuals are what rounding leaves of a perfect line: the error is 0. Null below
-- three values, and where x does not vary. Source: MacKinnon and White 1985.

create or replace macro macros.sandwich_error(residual_sum, spread, value_count) as
case
    when value_count > 2 and spread > 0
        then
            sqrt(
                case when residual_sum > 1e-13 * spread then residual_sum else 0e0 end
                * value_count
                / (value_count - 2)
            ) / spread
end;
