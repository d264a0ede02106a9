-- The upper end of the 95 % interval of a share that is a weighted mean of strata.
--
-- macros.stratified_low has the rule.

create or replace macro macros.stratified_high(share, variance, trial_count, draw_count) as
case
    -- What is left of no variance by rounding.
    when variance <= 1e-24 then least(1e0, share + macros.wilson_high(0e0, draw_count))
    else macros.wilson_high(share * trial_count, trial_count)
end;
