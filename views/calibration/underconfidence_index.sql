-- How often a system is right when it doubts.
--
-- The share of right answers among those with a confidence below 0.3: the mirror of
-- overconfidence_index. An answer is right when its correctness is at least one half. Null where
-- nothing was claimed with so little confidence. Claims of each confidence_kind are measured
-- apart; its name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of doubtful answers
-- range: 0 to 1
-- better: lower
-- source: right answers / answers with confidence < 0.3; Wilson score interval (Wilson 1927)
-- parameters: confidence < 0.3, strict; correctness >= 0.5

create or replace view metrics.underconfidence_index as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    coalesce(round(doubtful_sum), 0)::bigint as scored_count,
    missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    doubtful_right_sum / doubtful_sum as underconfidence_index,
    case
        when claim_count = scored_count then macros.wilson_low(doubtful_right_sum, doubtful_sum)
    end as ci_low,
    case
        when claim_count = scored_count then macros.wilson_high(doubtful_right_sum, doubtful_sum)
    end as ci_high
from facts.claim_sums;
