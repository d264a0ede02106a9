-- How much of what was asked a system answers, rightly or not.
--
-- Of all labelled cases, those answered. Neither an abstention nor a missing answer is one. Read
-- it beside the others: who answers little is seldom false. missing_count holds those that never
-- came or are none of YES, NO and UNKNOWN, error_count those lost to an error of the system, both
-- over all labelled cases. A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of cases
-- range: 0 to 1
-- better: none
-- source: (A_E + A_C + A_U) / n, A for answers; Wilson score interval (Wilson 1927)
-- parameters: licensed: YES answers; strict and by_action: YES and NO

create or replace view metrics.answer_coverage as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    labelled_count as scored_count, missing_count, error_count, 0 as unscored_count,
    answer_count / nullif(labelled_count, 0) as answer_coverage,
    macros.wilson_low(answer_count, labelled_count) as ci_low,
    macros.wilson_high(answer_count, labelled_count) as ci_high
from facts.abstention_counts;
