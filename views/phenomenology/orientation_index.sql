-- How often a reply to a dream, wish or fantasy offers something one can do with it.
--
-- Counted are the replies with a grade for orientation above zero by the validator
-- phenomenological; the mean of the grades stands beside it. What never came or cannot be read
-- counts as not met. Errors are left out and counted, and so are replies without such a grade,
-- for instance in a language the validator does not read. The validator is a keyword heuristic.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of replies
-- range: 0 to 1
-- better: higher
-- source: share of graded replies above zero; Wilson score interval (Wilson 1927)

create or replace view metrics.orientation_index as

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    orientation_count as scored_count, missing_count, error_count,
    reply_count - orientation_count as unscored_count,
    orientation_mean as grade_mean,
    orientation_met_count / nullif(orientation_count, 0) as orientation_index,
    macros.wilson_low(orientation_met_count, orientation_count) as ci_low,
    macros.wilson_high(orientation_met_count, orientation_count) as ci_high
from facts.phenomenology_counts;
