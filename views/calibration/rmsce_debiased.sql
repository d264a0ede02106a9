-- Debiased root mean squared calibration error: less what chance alone would give.
--
-- From the squared gap of each bin the variance that its mean correctness has by chance is taken
-- off: few answers no longer look badly calibrated for being few. Zero where chance explains it
-- all. A bin with one claim shows no variance: it adds no gap, yet keeps its weight, as in
-- uncertainty-calibration. That library then says 0 where every bin holds one claim; here it is
-- null, for nothing was measured. A graded correctness is given the variance of a yes or no with
-- the same mean, which is at least its own. n counts claims; the bins are weighted. Bins, and who
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: root mean squared gap of shares
-- range: 0 to 1
-- better: lower
-- default: confidence_kind=stated
-- source: sqrt(max(0, sum w ((a - c)^2 - a (1 - a) / (n - 1)))): Bröcker 2012;
--   Kumar et al. 2019 (arXiv 1909.10155); uncertainty-calibration has bins closed above
-- parameter: bins, integer 1 to 1000, default 10: bins of equal width, closed below
-- draws: reliability
-- resamples: no, a sum over bins less its bias
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims

create or replace view metrics.rmsce_debiased as

with squared_gaps as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
        scored_count, missing_count, error_count, unscored_count,
        attempt_count, left_out_attempt_count,
        -- Only of bins with two claims or more: null where there is none.
        macros.steady_sum(
            gap_sum * gap_sum / bin_weight
            - correctness_sum * (1 - correctness_sum / bin_weight) / nullif(bin_claim_count - 1, 0)
        ) / macros.steady_sum(bin_weight) as squared_gap
    from facts.claim_bins
    group by all
)

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    case when squared_gap is not null then sqrt(greatest(0, squared_gap)) end as rmsce_debiased
from squared_gaps;
