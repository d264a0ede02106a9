-- What facts.claim_sums keeps, computed from the facts of now.
--
-- Its columns are explained there.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- for: facts.claim_sums

create or replace view facts.computed_claim_sums as

with kinds as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, claimed_kind,
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
        macros.sum_of_shares(weight * (confidence - correctness)) as gap_sum,
        macros.sum_of_shares(weight * (confidence - correctness) * (confidence - correctness))
            as squared_gap_sum,
        macros.steady_sum(weight * macros.cross_entropy(confidence, correctness)) as surprise_sum,
        macros.sum_of_shares(weight * correctness) as correctness_sum,
        macros.sum_of_shares(weight * correctness * correctness) as correctness_square_sum,
        count(*) filter (where is_sure) as sure_claim_count,
        macros.sum_of_shares(case when is_sure then weight end) as sure_sum,
        coalesce(macros.sum_of_shares(case when is_sure and correctness < 0.5 then weight end), 0)
            as sure_wrong_sum,
        count(*) filter (where is_doubtful) as doubtful_claim_count,
        macros.sum_of_shares(case when is_doubtful then weight end) as doubtful_sum,
        coalesce(
            macros.sum_of_shares(case when is_doubtful and correctness >= 0.5 then weight end), 0
        ) as doubtful_right_sum
    from facts.sliced_claims
    group by all
)

select
    run_id, system_id, validator_id, slice_name, slice_value,
    macros.confidence_variant(claimed_kind) as variant,
    is_primary_validator,
    coalesce(round(weight_sum), 0)::bigint as scored_count,
    (sum(missing_count) over grains)::bigint as missing_count,
    (sum(error_count) over grains)::bigint as error_count,
    (sum(unscored_count) over grains)::bigint as unscored_count,
    (claim_count + sum(claimless_attempt_count) over grains)::bigint as attempt_count,
    (sum(left_out_attempt_count) over grains)::bigint as left_out_attempt_count,
    claim_count,
    weight_sum,
    gap_sum,
    squared_gap_sum,
    surprise_sum,
    correctness_sum,
    correctness_square_sum,
    sure_claim_count,
    sure_sum,
    sure_wrong_sum,
    doubtful_claim_count,
    doubtful_sum,
    doubtful_right_sum
from kinds
window grains as (partition by run_id, system_id, validator_id, slice_name, slice_value)
qualify claimed_kind is not null or count(claimed_kind) over grains = 0;
