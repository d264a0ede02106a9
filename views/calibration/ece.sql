-- How far stated confidence lies from how often it is right: the expected calibration error.
--
-- Answers are binned by confidence; in each bin the mean correctness is held against the mean
-- confidence of the bin (not its midpoint), and the absolute gaps are averaged, weighted by
-- count. Ten bins of equal width, [k/10, (k+1)/10), the last one closed: 0.7 falls into
-- [0.7, 0.8). Other libraries put such edges elsewhere, and models love to say 0.7, so the
-- convention is stated with every value. Only judged answers with a stated confidence count;
-- abstained ones claim nothing, and unclaimed_count says how many judged answers made no claim.
-- Null where none made one. Claims of each confidence_kind are measured apart; its name is the
-- variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: mean absolute gap of shares
-- range: 0 to 1
-- better: lower
-- source: Naeini et al. 2015; Guo et al. 2017 (arXiv 1706.04599), there with bins closed above
-- parameters: 10 bins of equal width, closed below

create or replace view metrics.ece as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    unclaimed_count,
    sum(abs(gap_sum)) / sum(bin_weight) as ece
from facts.claim_bins
group by all;
