-- The degrees of freedom of macros.stratified_variance, which takes the same.
--
-- Null where that is 0 or null. Source: Satterthwaite's approximation, Cochran 1977, equation
-- 5.16.

create or replace macro macros.stratified_degrees(weight, draw_count, deviation_square_sum) as
pow(
    macros.steady_sum(pow(weight / draw_count, 2) * deviation_square_sum)
    + macros.steady_sum(pow(weight / draw_count, 2)) * macros.pooled_variance(
        weight, draw_count, deviation_square_sum
    ),
    2
) / nullif(
    macros.steady_sum(
        pow(weight / draw_count, 4) * pow(deviation_square_sum, 2) / nullif(draw_count - 1, 0)
    )
    + 2 * macros.pooled_variance(weight, draw_count, deviation_square_sum)
    * macros.steady_sum(
        pow(weight / draw_count, 4) * deviation_square_sum / nullif(draw_count - 1, 0)
    )
    + pow(macros.pooled_variance(weight, draw_count, deviation_square_sum), 2)
    * macros.steady_sum(pow(weight / draw_count, 4) / nullif(draw_count - 1, 0)),
    0
);
