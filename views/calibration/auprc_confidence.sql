-- How right the answers are as ever less sure ones are let in: the average precision.
--
-- From the surest answers down, the share right among those so far, averaged over the right
-- ones; answers of the same confidence are let in together. A system whose confidence says
-- nothing gets its share of right answers, so compare it with that. An answer is right when its
-- correctness is at least one half. Only judged answers with a stated confidence count;
-- abstained ones claim nothing. Null where none made a claim, or all are right, or all are
-- wrong: scikit-learn then says 1 or 0. Claims of each confidence_kind are measured apart; its
-- name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of answers
-- range: 0 to 1
-- better: higher
-- source: average precision, as average_precision_score of scikit-learn: steps, not trapezoids
-- parameters: right: correctness >= 0.5

create or replace view metrics.auprc_confidence as

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

-- Answers of the same confidence are taken together: no order among them is known.
confidences as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        claimed_kind,
        confidence,
        bool_or(is_primary_validator) as is_primary_validator,
        count(claimed_kind) as claim_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_right is null and not is_failed) as unscored_count,
        count(*) filter (where correctness >= 0.5) as right_count,
        count(*) filter (where correctness < 0.5) as wrong_count
    from expected_answers
    group by all
),

ranked_confidences as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        claimed_kind,
        is_primary_validator,
        claim_count,
        missing_count,
        error_count,
        unscored_count,
        right_count,
        wrong_count,
        sum(right_count) over ordered as surer_right_count,
        sum(claim_count) over ordered as surer_count
    from confidences
    window
        ordered as (
            partition by run_id, system_id, validator_id, slice_name, slice_value, claimed_kind
            order by confidence desc
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
        sum(claim_count) as scored_count,
        sum(missing_count) as missing_count,
        sum(error_count) as error_count,
        sum(unscored_count) as unscored_count,
        sum(right_count) filter (where claimed_kind is not null) as right_count,
        sum(wrong_count) filter (where claimed_kind is not null) as wrong_count,
        sum(
            right_count * surer_right_count / nullif(surer_count, 0)
        ) filter (where claimed_kind is not null) as precision_sum
    from ranked_confidences
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
        right_count,
        wrong_count,
        precision_sum,
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
    scored_count::bigint as scored_count,
    missing_count::bigint as missing_count,
    error_count::bigint as error_count,
    unscored_count::bigint as unscored_count,
    case when wrong_count > 0 then precision_sum / nullif(right_count, 0) end as auprc_confidence
from counted_kinds
where claimed_kind is not null or kind_count = 0;
