-- Calibration slope: the slope of correctness over confidence, 1 where it is calibrated.
--
-- By least squares. Below one, more confidence means less than it says; zero, it means nothing;
-- below zero, the surer, the worse. It does not see a gap that is the same everywhere, which
-- confidence_gap does. A slope of a logistic recalibration is another number of the same name. The
-- interval allows for a variance that differs along the line, and is null where a case makes
-- several claims: bootstrap gives one. Who claims, and how a case with several attempts counts
-- once: facts.sliced_claims. Null below three cases, and where all confidences are the same.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share right per unit of confidence
-- range: any number
-- better: none
-- default: confidence_kind=stated
-- source: ordinary least squares with standard errors HC1 (MacKinnon and White 1985), normal
--     quantile 1.96
-- resamples: no, the slope of a fitted line
-- empty: no_response, no_confidence, no_verdict, no_claim, one_outcome, one_confidence
-- counts: facts.counted_claims

create or replace view metrics.calibration_slope as

with centred_confidences as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
        scored_count, missing_count, error_count, unscored_count,
        attempt_count, left_out_attempt_count,
        claim_count,
        weight_sum,
        confidence - mean_confidence as distance,
        correctness_sum - weight_sum * mean_correctness as excess_sum,
        correctness_square_sum
        + mean_correctness * (weight_sum * mean_correctness - 2 * correctness_sum)
            as squared_excess_sum
    from facts.claim_confidences
),

sums as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
        scored_count, missing_count, error_count, unscored_count,
        attempt_count, left_out_attempt_count,
        sum(claim_count) as claim_count,
        macros.steady_sum(weight_sum * distance * distance) as spread,
        macros.steady_sum(distance * excess_sum) as joint_spread,
        -- What sum(distance^2 * residual^2) is made of, by powers of the slope.
        macros.steady_sum(distance * distance * squared_excess_sum) as residual_0,
        macros.steady_sum(distance * distance * distance * excess_sum) as residual_1,
        macros.steady_sum(weight_sum * distance * distance * distance * distance) as residual_2
    from centred_confidences
    group by all
),

slopes as (
    select
        *,
        case when scored_count > 2 and spread > 1e-18 then joint_spread / spread end as slope,
        case
            when claim_count = scored_count
                then 1.959963984540054e0 * macros.sandwich_error(
                    residual_0 - 2 * slope * residual_1 + slope * slope * residual_2,
                    spread,
                    scored_count
                )
        end as half_width
    from sums
)

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    slope as calibration_slope,
    slope - half_width as ci_low,
    slope + half_width as ci_high
from slopes;
