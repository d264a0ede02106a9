-- How many values show a true difference, two-sided, with this power; not rounded, so round up.
--
-- The values are those of one sample against a fixed number, or paired differences. The chance to
-- find a difference on the wrong side is left out. Null for no difference, no spread, and for an
-- alpha or a power outside of (0, 1).
-- Source: ((z(1 - alpha / 2) + z(power)) * standard deviation / difference) squared; Cohen (1988).

create or replace macro macros.sample_size(difference, standard_deviation, alpha, power) as
case
    when difference <> 0 and standard_deviation > 0
        then pow(
            (macros.normal_quantile(1e0 - alpha / 2) + macros.normal_quantile(power))
            * standard_deviation
            / difference,
            2
        )
end;
