-- How often answers of about the same confidence are right: the bins of a reliability diagram.
--
-- One row per bin that holds an answer; an empty bin has none. The bins are those of ece, and
-- bin_count over the sum of bin_count, times the absolute gap, summed, is ece.
-- Ten bins of equal width, [k/10, (k+1)/10), the last one closed: 0.7 falls into [0.7, 0.8). Other
-- libraries put such edges elsewhere, and models love to say 0.7, so the convention is stated
-- with every value. Claims of each confidence_kind are measured apart; its name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, bin_index
-- unit: mean_correctness and mean_confidence as shares; gap is confidence less correctness
-- range: -1 to 1
-- better: none
-- source: Murphy and Winkler 1977; Wilson score interval of the bin's correctness (Wilson 1927)
-- shape: table
-- parameters: 10 bins of equal width, closed below

create or replace view metrics.reliability_bins as

with claims as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
        floor(confidence * 10) as tenth,
        confidence,
        macros.correctness(is_right, score) as correctness,
        coalesce(confidence_kind, '') as claimed_kind
    from facts.sliced
    where macros.is_calibrated(is_right, outcome, confidence)
),

tenths as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        claimed_kind,
        tenth,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) as claim_count,
        sum(confidence) as confidence_sum,
        sum(correctness) as correctness_sum
    from claims
    group by all
),

bins as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        claimed_kind,
        least(tenth, 9)::integer as bin_index,
        bool_or(is_primary_validator) as is_primary_validator,
        sum(claim_count)::bigint as bin_count,
        sum(confidence_sum) as confidence_sum,
        sum(correctness_sum) as correctness_sum
    from tenths
    group by all
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    macros.confidence_variant(claimed_kind) as variant,
    bin_index,
    is_primary_validator,
    bin_index / 10e0 as bin_low,
    (bin_index + 1) / 10e0 as bin_high,
    bin_count,
    confidence_sum / bin_count as mean_confidence,
    correctness_sum / bin_count as mean_correctness,
    (confidence_sum - correctness_sum) / bin_count as gap,
    macros.wilson_low(correctness_sum, bin_count) as ci_low,
    macros.wilson_high(correctness_sum, bin_count) as ci_high
from bins;
