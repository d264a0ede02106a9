-- How far stated confidence lies from how often it is right, less what chance alone would give.
--
-- The root of the mean squared gap over the bins, like rmsce, from which the variance that a
-- bin's mean correctness has by chance is taken off: few answers no longer look badly calibrated
-- for being few. Zero where chance explains it all. Ten bins of equal width, [k/10, (k+1)/10),
-- the last one closed, as for ece: 0.7 falls into [0.7, 0.8). An empty bin has no part. A bin
-- with one answer shows no variance: it adds no gap, yet keeps its weight, as in
-- uncertainty-calibration. That library then says 0 where every bin holds one answer; here it is
-- null, for nothing was measured. A graded correctness is given the variance of a yes or no with
-- the same mean, which is at least its own. Null where nothing was claimed. Claims of each
-- confidence_kind are measured apart; its name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: root mean squared gap of shares
-- range: 0 to 1
-- better: lower
-- source: sqrt(max(0, sum w ((a - c)^2 - a (1 - a) / (n - 1)))): Bröcker 2012;
--   Kumar et al. 2019 (arXiv 1909.10155); uncertainty-calibration has bins closed above
-- parameters: 10 bins of equal width, closed below

create or replace view metrics.rmsce_debiased as

with squared_gaps as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
        scored_count, missing_count, error_count, unscored_count,
        attempt_count, left_out_attempt_count,
        -- Only of bins with two claims or more: null where there is none.
        sum(
            gap_sum * gap_sum / bin_weight
            - correctness_sum * (1 - correctness_sum / bin_weight) / nullif(bin_claim_count - 1, 0)
        ) / sum(bin_weight) as squared_gap
    from facts.claim_bins
    group by all
)

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    case when squared_gap is not null then sqrt(greatest(0, squared_gap)) end as rmsce_debiased
from squared_gaps;
