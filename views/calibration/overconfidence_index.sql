-- How often a system is wrong when it is sure.
--
-- The share of wrong answers among those with a confidence above 0.7. An answer is wrong when
-- its correctness is below one half. Null where nothing was claimed with such confidence: a
-- system that is never sure has not been shown to be modest. Claims of each confidence_kind are
-- measured apart; its name is the variant.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of sure answers
-- range: 0 to 1
-- better: lower
-- source: wrong answers / answers with confidence > 0.7; Wilson score interval (Wilson 1927)
-- parameters: confidence > 0.7, strict; correctness < 0.5

create or replace view metrics.overconfidence_index as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    sure_count as scored_count, missing_count, error_count, unscored_count,
    sure_wrong_count / nullif(sure_count, 0) as overconfidence_index,
    macros.wilson_low(sure_wrong_count, sure_count) as ci_low,
    macros.wilson_high(sure_wrong_count, sure_count) as ci_high
from facts.claim_sums;
