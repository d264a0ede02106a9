-- The claims of one kind by their confidence, the surest first, and what all surer ones come to.
--
-- Claims of the same confidence are one row: no order among them is known. Sums are weighted, so
-- that a case counts once however often it was attempted. A claim is right from a correctness of
-- one half on; error_sum is what the claims lack of being right. The columns surer_… hold the sums
-- over the rows above, the means are those of all claims of the kind. The counts are those of the
-- grain, in cases, repeated in each of its rows; a grain without any claim has one row, without a
-- confidence.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, confidence
-- for: metrics

create or replace view facts.claim_confidences as

with confidences as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, claimed_kind, confidence,
        bool_or(is_primary_validator) as is_primary_validator,
        count(claimed_kind) as claim_count,
        count(*) filter (where claimed_kind is null) as claimless_attempt_count,
        count(*) filter (where represents_case and status = 'missing') as missing_count,
        count(*) filter (where represents_case and is_failed) as error_count,
        count(*) filter (
            where represents_case and is_left_out and not is_failed and status <> 'missing'
        ) as unscored_count,
        count(*) filter (where is_left_out) as left_out_attempt_count,
        macros.sum_of_shares(weight) as weight_sum,
        coalesce(macros.sum_of_shares(case when correctness >= 0.5 then weight end), 0)
            as right_sum,
        macros.sum_of_shares(weight * correctness) as correctness_sum,
        macros.sum_of_shares(weight * correctness * correctness) as correctness_square_sum
    from facts.sliced_claims
    group by all
)

select
    run_id, system_id, validator_id, slice_name, slice_value,
    macros.confidence_variant(claimed_kind) as variant,
    confidence,
    is_primary_validator,
    coalesce(round(sum(weight_sum order by weight_sum) over kinds), 0)::bigint as scored_count,
    (sum(missing_count) over grains)::bigint as missing_count,
    (sum(error_count) over grains)::bigint as error_count,
    (sum(unscored_count) over grains)::bigint as unscored_count,
    (sum(claim_count) over kinds + sum(claimless_attempt_count) over grains)::bigint
        as attempt_count,
    (sum(left_out_attempt_count) over grains)::bigint as left_out_attempt_count,
    claim_count,
    weight_sum,
    right_sum,
    weight_sum - right_sum as wrong_sum,
    weight_sum - correctness_sum as error_sum,
    correctness_sum,
    correctness_square_sum,
    sum(weight_sum * confidence order by confidence) over kinds
    / sum(weight_sum order by weight_sum) over kinds as mean_confidence,
    sum(correctness_sum order by correctness_sum) over kinds
    / sum(weight_sum order by weight_sum) over kinds as mean_correctness,
    coalesce(sum(weight_sum) over surer, 0) as surer_sum,
    coalesce(sum(right_sum) over surer, 0) as surer_right_sum,
    coalesce(sum(weight_sum - correctness_sum) over surer, 0) as surer_error_sum
from confidences
window
    grains as (partition by run_id, system_id, validator_id, slice_name, slice_value),
    kinds as (
        partition by run_id, system_id, validator_id, slice_name, slice_value, claimed_kind
    ),
    surer as (
        partition by run_id, system_id, validator_id, slice_name, slice_value, claimed_kind
        order by confidence desc
        rows between unbounded preceding and 1 preceding
    )
qualify claimed_kind is not null or count(claimed_kind) over grains = 0;
