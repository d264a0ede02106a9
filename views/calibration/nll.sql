-- How surprised stated confidence is by what came true: the negative log-likelihood.
--
-- The mean of minus the logarithm of the confidence given to what came true; a certain error
-- costs most, 36.04 nats. A graded correctness is a cross-entropy: its share of both sides, and
-- not 0 even at its best. Only judged answers with a stated confidence count; abstained ones
-- claim nothing. Null where none made a claim. Claims of each confidence_kind are measured
-- apart; its name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: nats
-- range: 0 to 36.04
-- better: lower
-- source: Good 1952; as log_loss of scikit-learn, which takes no graded correctness
-- parameters: confidence kept 2.220446049250313e-16 away from 0 and 1

create or replace view metrics.nll as

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
        macros.cross_entropy(
            confidence,
            macros.correctness(is_right, score)
        ) as surprise,
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
        sum(surprise) as surprise_sum
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
        surprise_sum,
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
    surprise_sum / nullif(scored_count, 0) as nll
from counted_kinds
where claimed_kind is not null or kind_count = 0;
