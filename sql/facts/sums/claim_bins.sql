-- The claims of one kind in ten bins of confidence: what the errors of calibration are made of.
--
-- Ten bins of equal width, [k/10, (k+1)/10), the last one closed: 0.7 falls into [0.7, 0.8). Other
-- libraries put such edges elsewhere, and models love to say 0.7. A bin without a claim has no
-- row; a grain without any claim has one row, without a bin. gap_sum is confidence less
-- correctness; it and the other sums are weighted, bin_weight being the sum of the weights and
-- bin_claim_count the number of claims. The counts are those of the grain, in cases, repeated in
-- each of its bins; unclaimed_count holds judged cases of which no answer claims anything.
--
-- Kept for each run when its facts change, so that numbers over many runs read few rows; they are
-- computed by facts.computed_claim_bins.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, bin_index
-- empty without: answers
-- for: metrics

select *
from facts.computed_claim_bins
