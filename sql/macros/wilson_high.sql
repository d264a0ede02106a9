-- The upper end of the Wilson score interval, 95 %, without continuity correction.
--
-- Null for no trials. Graded scores are taken by their sum: their variance is at most that of a
-- coin with the same mean, so the interval errs towards too wide, not too narrow.
-- z = 1.959963984540054 is the normal quantile of 0.975; its square, and half and quarter of that,
-- are written out. Rounding can put the end a hair outside [0, 1], and the product below a hair
-- under zero: both are clipped. The literals are doubles (e0), since decimals of this many digits
-- overflow beside large counts.

create or replace macro macros.wilson_high(success_sum, trial_count) as
case
    when trial_count > 0 and success_sum is not null
        then least(1e0, (
            success_sum
            + 1.9207294103470627e0
            + 1.959963984540054e0 * sqrt(
                greatest(0e0, success_sum * (1 - success_sum / trial_count))
                + 0.9603647051735313e0
            )
        ) / (trial_count + 3.8414588206941254e0))
end;
