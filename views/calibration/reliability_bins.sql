-- Reliability diagram: how often answers of about the same confidence are right, by bin.
--
-- One row per bin that holds a claim; the bins are those of ece, and bin_weight over the sum of
-- bin_weight, times the absolute gap, summed, is ece. bin_count is the number of claims,
-- bin_weight how many cases they stand for. No interval where a case makes several claims. Bins,
-- and who counts: facts.claim_bins.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, bin_index
-- unit: mean_correctness and mean_confidence as shares; gap is confidence less correctness
-- range: -1 to 1
-- better: none
-- source: Murphy and Winkler 1977; Wilson score interval of the bin's correctness (Wilson 1927)
-- shape: table
-- parameter: bins, integer 1 to 1000, default 10: bins of equal width, closed below
-- draws: reliability
-- section: charts, 1
-- empty: no_response, no_confidence, no_verdict, no_claim
-- counts: facts.counted_claims

create or replace view metrics.reliability_bins as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, bin_index,
    is_primary_validator,
    bin_index / cast(macros.bins() as double) as bin_low,
    (bin_index + 1) / cast(macros.bins() as double) as bin_high,
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
