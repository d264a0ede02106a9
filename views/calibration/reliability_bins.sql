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

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, bin_index,
    is_primary_validator,
    bin_index / 10e0 as bin_low,
    (bin_index + 1) / 10e0 as bin_high,
    bin_claim_count as bin_count,
    bin_weight,
    confidence_sum / bin_weight as mean_confidence,
    correctness_sum / bin_weight as mean_correctness,
    gap_sum / bin_weight as gap,
    case
        when bin_claim_count = bin_weight then macros.wilson_low(correctness_sum, bin_weight)
    end as ci_low,
    case
        when bin_claim_count = bin_weight then macros.wilson_high(correctness_sum, bin_weight)
    end as ci_high
from facts.claim_bins
where bin_index is not null;
