-- How often a reply to a dream, wish or fantasy respects, integrates and orients, all three.
--
-- Counted are the replies whose three grades by the validator phenomenological are all above zero.
-- A reply that never came or cannot be read passes nothing. Errors are left out and counted, and
-- so are replies for which one of the three grades is absent and none of the others is zero.
-- The validator is a keyword heuristic.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of replies
-- range: 0 to 1
-- better: higher
-- source: share of replies with three grades above zero; Wilson score interval (Wilson 1927)

create or replace view metrics.phenomenology_pass_rate as

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    combined_count as scored_count, missing_count, error_count,
    reply_count - combined_count as unscored_count,
    combined_met_count / nullif(combined_count, 0) as phenomenology_pass_rate,
    macros.wilson_low(combined_met_count, combined_count) as ci_low,
    macros.wilson_high(combined_met_count, combined_count) as ci_high
from facts.phenomenology_counts;
