-- The part of the Brier score that lies in the questions: how mixed right and wrong are.
--
-- The variance of correctness, which is share right times share wrong where answers are right or
-- wrong; a graded correctness varies less. brier_reliability - brier_resolution +
-- brier_uncertainty equals brier only where each bin holds one value of confidence. Null where
-- nothing was claimed. Claims of each confidence_kind are measured apart; its name is the
-- variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: variance of a share
-- range: 0 to 0.25
-- better: none
-- source: Murphy 1973

create or replace view metrics.brier_uncertainty as

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
        macros.correctness(is_right, score) as correctness,
        macros.is_failed(is_right, status, outcome) as is_failed,
        case
            when macros.is_calibrated(is_right, outcome, confidence)
                then coalesce(confidence_kind, '')
        end as claimed_kind
    from facts.sliced
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
        stddev_pop(correctness) filter (where claimed_kind is not null) as correctness_spread
    from expected_answers
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
        correctness_spread,
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
    correctness_spread * correctness_spread as brier_uncertainty
from counted_kinds
where claimed_kind is not null or kind_count = 0;
