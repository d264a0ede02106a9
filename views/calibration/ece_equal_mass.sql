-- Expected calibration error over ten bins of equal mass.
--
-- Like ece, but over bins that hold as many cases each, so that crowded confidences are told apart
-- and no bin rests on a handful. Cut from the least sure on as numpy.array_split cuts: where the
-- count is no multiple of ten, the first bins hold one more. Claims of the same confidence are
-- never parted: all go where the first of them falls, as in uncertainty-calibration. Who claims,
-- and how a case with several attempts counts once: facts.sliced_claims. Null where nothing was
-- claimed.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: mean absolute gap of shares
-- range: 0 to 1
-- better: lower
-- default: confidence_kind=stated
-- source: Nguyen and O'Connor 2015 (arXiv 1508.05154); Nixon et al. 2019 (arXiv 1904.01685)
-- parameter: bins, integer 1 to 1000, default 10: bins of equal mass
-- resamples: no, a sum over bins that move with the rows
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims

create or replace view metrics.ece_equal_mass as

with bins as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
        scored_count, missing_count, error_count, unscored_count,
        attempt_count, left_out_attempt_count,
        -- From the least sure on; all that is tied goes where the first of it falls.
        macros.split_index(scored_count - surer_sum - weight_sum, scored_count, macros.bins())
            as bin_index,
        macros.steady_sum(weight_sum) as bin_weight,
        macros.steady_sum(weight_sum * confidence - correctness_sum) as gap_sum
    from facts.claim_confidences
    group by all
)

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    macros.steady_sum(abs(gap_sum)) / macros.steady_sum(bin_weight) as ece_equal_mass
from bins
group by all;
