-- How much more often a system is right per unit of confidence: one where confidence is honest.
--
-- The least-squares slope of correctness over confidence. Below one, more confidence means less
-- than it says; zero, it means nothing; below zero, the surer, the worse. It does not see a gap
-- that is the same everywhere, which confidence_gap does. A slope of a logistic recalibration is
-- another number of the same name. The interval rests on a variance that may differ along the
-- line, since right and wrong vary most in the middle. Null below three claims, and where all
-- are the same. Claims of each confidence_kind are measured apart; its name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share right per unit of confidence
-- range: any number
-- better: none
-- source: ordinary least squares with standard errors HC1 (MacKinnon and White 1985), normal
--     quantile 1.96

create or replace view metrics.calibration_slope as

with expected_answers as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
        is_right,
        status,
        confidence,
        macros.correctness(is_right, score) as correctness,
        macros.is_failed(is_right, status, outcome) as is_failed,
        case
            when macros.is_calibrated(is_right, outcome, confidence)
                then coalesce(confidence_kind, '')
        end as claimed_kind
    from facts.sliced
),

centred_answers as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
        is_right,
        status,
        is_failed,
        claimed_kind,
        confidence - avg(confidence) over kinds as confidence,
        correctness - avg(correctness) over kinds as correctness
    from expected_answers
    window kinds as (
        partition by run_id, system_id, validator_id, slice_name, slice_value, claimed_kind
    )
),

claimed_kinds as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        claimed_kind,
        bool_or(is_primary_validator) as is_primary_validator,
        count(claimed_kind) as scored_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_right is null and not is_failed) as unscored_count,
        sum(confidence * confidence) as spread,
        sum(confidence * correctness) / nullif(sum(confidence * confidence), 0) as slope,
        -- What sum(confidence^2 * residual^2) is made of, by powers of the slope.
        sum(confidence * confidence * correctness * correctness) as residual_0,
        sum(confidence * confidence * confidence * correctness) as residual_1,
        sum(confidence * confidence * confidence * confidence) as residual_2
    from centred_answers
    group by all
),

-- What claims nothing has no kind, so its counts belong to every kind of its grain.
counted_kinds as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        claimed_kind,
        is_primary_validator,
        scored_count,
        case
            when claimed_kind is not null and scored_count > 2 and spread > 1e-18 then slope
        end as slope,
        1.959963984540054e0 * sqrt(
            greatest(0, residual_0 - 2 * slope * residual_1 + slope * slope * residual_2)
            * scored_count / nullif(scored_count - 2, 0)
        ) / nullif(spread, 0) as half_width,
        sum(missing_count) over grains as missing_count,
        sum(error_count) over grains as error_count,
        sum(unscored_count) over grains as unscored_count,
        count(claimed_kind) over grains as kind_count
    from claimed_kinds
    window grains as (partition by run_id, system_id, validator_id, slice_name, slice_value)
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    macros.confidence_variant(claimed_kind) as variant,
    is_primary_validator,
    scored_count,
    missing_count::bigint as missing_count,
    error_count::bigint as error_count,
    unscored_count::bigint as unscored_count,
    slope as calibration_slope,
    slope - half_width as ci_low,
    slope + half_width as ci_high
from counted_kinds
where claimed_kind is not null or kind_count = 0;
