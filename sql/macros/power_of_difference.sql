-- How likely this many values show a true difference: the power of a two-sided normal test.
--
-- The values are those of one sample against a fixed number, or paired differences. Found on
-- either side counts. Null without values, without spread, and for an alpha outside of (0, 1).
-- Source: the normal distribution around the difference; Cohen (1988).

create or replace macro macros.power_of_difference(
    difference, standard_deviation, value_count, alpha
) as
case
    when value_count > 0 and standard_deviation > 0
        then
            macros.normal_cdf(
                difference * sqrt(value_count) / standard_deviation
                - macros.normal_quantile(1e0 - alpha / 2)
            )
            + macros.normal_cdf(
                -difference * sqrt(value_count) / standard_deviation
                - macros.normal_quantile(1e0 - alpha / 2)
            )
end;
