-- The lower end of the 95 % interval of a share that is a weighted mean of strata.
--
-- Wilson's interval of as many trials as macros.stratified_trials says. Where nothing varies
-- within a stratum, as far below the share as Wilson's interval is above none of draw_count
-- trials: the number of draws, weighted as the strata are. Null where the variance is not known.
-- Source: Dean and Pagano 2015 (Journal of Survey Statistics and Methodology 3).

create or replace macro macros.stratified_low(share, variance, trial_count, draw_count) as
case
    -- What is left of no variance by rounding.
    when variance <= 1e-24 then greatest(0e0, share - macros.wilson_high(0e0, draw_count))
    else macros.wilson_low(share * trial_count, trial_count)
end;
