-- What facts.claim_bins keeps, computed from the facts of now.
--
-- Its columns are explained there.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, bin_index
-- for: facts.claim_bins

create or replace view facts.computed_claim_bins as

-- The bin of confidence 1 joins the one below only afterwards: it is cheaper on few rows. So is
-- `bool_or`; and `count_if` costs less than a filter.
with tenths as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, claimed_kind,
        floor(confidence * macros.bins()) as tenth,
        is_primary_validator,
        count(claimed_kind) as claim_count,
        count(*) - count(claimed_kind) as claimless_attempt_count,
        count_if(represents_case) as case_count,
        count_if(represents_case and status = 'missing') as missing_count,
        count_if(represents_case and is_failed) as error_count,
        count_if(
            represents_case and is_left_out and not is_failed and status <> 'missing'
        ) as unscored_count,
        count_if(is_left_out) as left_out_attempt_count,
        macros.sum_of_shares(weight) as weight_sum,
        macros.sum_of_shares(weight * confidence) as confidence_sum,
        macros.sum_of_shares(weight * correctness) as correctness_sum,
        macros.sum_of_shares(weight * (confidence - correctness)) as gap_sum
    from facts.sliced_claims
    group by all
),

bins as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, claimed_kind,
        -- Null stays null: `least` would pass it over and say the last.
        case when tenth is not null then least(tenth, macros.bins() - 1)::integer end as bin_index,
        bool_or(is_primary_validator) as is_primary_validator,
        sum(claim_count) as claim_count,
        sum(claimless_attempt_count) as claimless_attempt_count,
        sum(case_count) as case_count,
        sum(missing_count) as missing_count,
        sum(error_count) as error_count,
        sum(unscored_count) as unscored_count,
        sum(left_out_attempt_count) as left_out_attempt_count,
        sum(weight_sum) as weight_sum,
        sum(confidence_sum) as confidence_sum,
        sum(correctness_sum) as correctness_sum,
        sum(gap_sum) as gap_sum
    from tenths
    group by all
),

-- What claims nothing has no kind, so its counts belong to every kind of its grain.
counted_bins as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, claimed_kind, bin_index,
        is_primary_validator,
        claim_count as bin_claim_count,
        weight_sum,
        confidence_sum,
        correctness_sum,
        gap_sum,
        sum(missing_count) over grains as missing_count,
        sum(error_count) over grains as error_count,
        sum(unscored_count) over grains as unscored_count,
        sum(claim_count) over kinds + sum(claimless_attempt_count) over grains as attempt_count,
        sum(left_out_attempt_count) over grains as left_out_attempt_count,
        sum(case_count) filter (where claimed_kind is null) over grains as claimless_count,
        count(claimed_kind) over grains as claimed_bin_count,
        sum(weight_sum order by bin_index) over kinds as kind_weight_sum,
        sum(correctness_sum order by bin_index) over kinds as kind_correctness_sum
    from bins
    window
        grains as (partition by run_id, system_id, validator_id, slice_name, slice_value),
        kinds as (
            partition by run_id, system_id, validator_id, slice_name, slice_value, claimed_kind
        )
)

select
    run_id, system_id, validator_id, slice_name, slice_value,
    macros.confidence_variant(claimed_kind) as variant,
    bin_index,
    is_primary_validator,
    coalesce(round(kind_weight_sum), 0)::bigint as scored_count,
    missing_count::bigint as missing_count,
    error_count::bigint as error_count,
    unscored_count::bigint as unscored_count,
    (coalesce(claimless_count, 0) - missing_count - error_count - unscored_count)::bigint
        as unclaimed_count,
    attempt_count::bigint as attempt_count,
    left_out_attempt_count::bigint as left_out_attempt_count,
    bin_claim_count::bigint as bin_claim_count,
    weight_sum as bin_weight,
    confidence_sum,
    correctness_sum,
    gap_sum,
    kind_correctness_sum / kind_weight_sum as mean_correctness
from counted_bins
where claimed_kind is not null or claimed_bin_count = 0;
