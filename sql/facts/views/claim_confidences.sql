-- The claims of one kind by their confidence, the surest first, and what all surer ones come to.
--
-- Claims of the same confidence are one row: no order among them is known. A claim is right from
-- a correctness of one half on. The columns surer_… hold the sums over the rows above; the means
-- are those of all claims of the kind. The counts are those of the grain, repeated in each of its
-- rows; a grain without any claim has one row, without a confidence.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, confidence

create or replace view facts.claim_confidences as

with confidences as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, claimed_kind, confidence,
        bool_or(is_primary_validator) as is_primary_validator,
        count(claimed_kind) as claim_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_left_out and not is_failed) as unscored_count,
        count(*) filter (where correctness >= 0.5) as right_count,
        sum(correctness) as correctness_sum,
        sum(correctness * correctness) as correctness_square_sum
    from facts.sliced_claims
    group by all
)

select
    run_id, system_id, validator_id, slice_name, slice_value,
    macros.confidence_variant(claimed_kind) as variant,
    confidence,
    is_primary_validator,
    (sum(claim_count) over kinds)::bigint as scored_count,
    (sum(missing_count) over grains)::bigint as missing_count,
    (sum(error_count) over grains)::bigint as error_count,
    (sum(unscored_count) over grains)::bigint as unscored_count,
    claim_count,
    right_count,
    claim_count - right_count as wrong_count,
    correctness_sum,
    correctness_square_sum,
    sum(claim_count * confidence) over kinds / sum(claim_count) over kinds as mean_confidence,
    sum(correctness_sum) over kinds / sum(claim_count) over kinds as mean_correctness,
    coalesce(sum(claim_count) over surer, 0) as surer_count,
    coalesce(sum(right_count) over surer, 0) as surer_right_count,
    coalesce(sum(correctness_sum) over surer, 0) as surer_correctness_sum
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
