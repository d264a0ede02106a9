-- The counts and sums over all claims of one kind: what the mean scores of confidence are made of.
--
-- variant names the kind of confidence. What claims nothing has no kind, so its counts belong to
-- every kind of its grain; a grain without any claim has one row, and no sums. A claim is sure
-- above 0.7 and doubtful below 0.3.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant

create or replace view facts.claim_sums as

with kinds as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, claimed_kind,
        bool_or(is_primary_validator) as is_primary_validator,
        count(claimed_kind) as claim_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where is_left_out and not is_failed) as unscored_count,
        sum(confidence - correctness) as gap_sum,
        sum((confidence - correctness) * (confidence - correctness)) as squared_gap_sum,
        sum(macros.cross_entropy(confidence, correctness)) as surprise_sum,
        stddev_pop(correctness) as correctness_deviation,
        count(correctness) filter (where confidence > 0.7) as sure_count,
        count(*) filter (where confidence > 0.7 and correctness < 0.5) as sure_wrong_count,
        count(correctness) filter (where confidence < 0.3) as doubtful_count,
        count(*) filter (where confidence < 0.3 and correctness >= 0.5) as doubtful_right_count
    from facts.sliced_claims
    group by all
)

select
    run_id, system_id, validator_id, slice_name, slice_value,
    macros.confidence_variant(claimed_kind) as variant,
    is_primary_validator,
    claim_count as scored_count,
    (sum(missing_count) over grains)::bigint as missing_count,
    (sum(error_count) over grains)::bigint as error_count,
    (sum(unscored_count) over grains)::bigint as unscored_count,
    gap_sum,
    squared_gap_sum,
    surprise_sum,
    correctness_deviation,
    sure_count,
    sure_wrong_count,
    doubtful_count,
    doubtful_right_count
from kinds
window grains as (partition by run_id, system_id, validator_id, slice_name, slice_value)
qualify claimed_kind is not null or count(claimed_kind) over grains = 0;
