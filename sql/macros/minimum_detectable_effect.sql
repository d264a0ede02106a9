-- The smallest true difference that this many values show, two-sided, with this power.
--
-- The values are those of one sample against a fixed number, or paired differences. The chance to
-- find a difference on the wrong side is left out, which is far below 1e-5 at a power of 0.8.
-- Null without values, for an alpha or a power outside of (0, 1), and for a spread of zero, which
-- does not show how values vary, or below.
-- Source: (z(1 - alpha / 2) + z(power)) * standard deviation / sqrt(n); Cohen (1988), Miller
-- (2024, arXiv 2411.00640).

create or replace macro macros.minimum_detectable_effect(
    standard_deviation, value_count, alpha, power
) as
case
    when value_count > 0 and standard_deviation > 0
        then
            (macros.normal_quantile(1e0 - alpha / 2) + macros.normal_quantile(power))
            * standard_deviation
            / sqrt(value_count)
end;
