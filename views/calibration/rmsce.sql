-- How far stated confidence lies from how often it is right, large gaps weighing more.
--
-- The root of the mean squared gap between mean confidence and mean correctness over the bins,
-- weighted by count; never below ece. Ten bins of equal width, [k/10, (k+1)/10), the last one
-- closed, as for ece: 0.7 falls into [0.7, 0.8). An empty bin has no part. torchmetrics gives
-- confidence 1 a bin of its own. Only judged answers with a stated confidence count; abstained
-- ones claim nothing. Null where none made a claim. Claims of each confidence_kind are measured
-- apart; its name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: root mean squared gap of shares
-- range: 0 to 1
-- better: lower
-- source: root mean squared calibration error: Hendrycks et al. 2019 (arXiv 1812.04606)
-- parameters: 10 bins of equal width, closed below

create or replace view metrics.rmsce as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    sqrt(sum(gap_sum * gap_sum / bin_weight) / sum(bin_weight)) as rmsce
from facts.claim_bins
group by all;
