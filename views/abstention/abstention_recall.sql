-- Recall of abstention: how often a system abstains when it should.
--
-- Of all cases that call for abstention, those on which it abstains. A system that always
-- abstains has 1 here: read it beside abstention_precision. A missing answer is no abstention and
-- stays in the denominator. Under licensed and by_action it is 1 - far_ne where no answer to a C
-- or U case is missing; else the two and the share missing add up to 1. A case counts with the
-- mean over its attempts; those lost to an error are left out. missing_count holds cases of which
-- nothing came that is YES, NO or UNKNOWN, error_count those of which an error of the system took
-- every attempt, both over all labelled cases. A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of cases that call for abstention
-- range: 0 to 1
-- better: higher
-- default: mapping=licensed
-- source: AR = (S_C + S_U) / n_nonE; strict: UNKNOWN on U / n_U; Wilson score interval
--     (Wilson 1927), with repeated attempts Student's t over the cases' means
-- parameters: licensed: NO and UNKNOWN abstain, C and U call for it; strict: UNKNOWN, U only;
--     by_action: UNKNOWN, C and U
-- section: cards, 4
-- label: abstention recall
-- empty: no_labelled_case, no_response, all_failed, no_prediction, no_unentailed_case
-- outcomes: not read
-- counts: facts.counted_abstentions
-- reason: undue_reason
-- rightness: of some cases
-- numerator: case when is_abstention then weight else 0 end

create or replace view metrics.abstention_recall as

select
    run_id, system_id, validator_id, slice_name, slice_value, variant, is_primary_validator,
    due_count as scored_count, missing_count, error_count, 0 as unscored_count,
    attempt_count, left_out_attempt_count,
    due_abstention_sum / nullif(due_count, 0) as abstention_recall,
    macros.share_low(
        due_abstention_sum, due_abstention_deviation, due_count, due_attempt_count
    ) as ci_low,
    macros.share_high(
        due_abstention_sum, due_abstention_deviation, due_count, due_attempt_count
    ) as ci_high
from facts.abstention_sums;
