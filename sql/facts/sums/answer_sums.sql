-- The counts and sums that the accuracies and rates are made of.
--
-- Who counts and who is left out stands here once. Right counts 1, wrong, abstained, missing and
-- unparsable count 0, a graded score counts as it stands; attempts lost to an error or without a
-- judgement are left out. Cases count alike, however often they were attempted: the sums add up
-- the weights of attempts. A case counts as the best that came of it, which is why the counts are
-- of rows that represent a case:
--
--     case_count           all that were asked
--     scored_count         those in the denominator of accuracy, missing ones included
--     received_count       those scored of which a reply came
--     attempted_count      those scored that were answered right or wrong
--     missing_count        those of which no reply came
--     error_count          those left out because of an error
--     unscored_count       those left out without one
--
-- attempt_count is how many attempts were expected, scored_attempt_count how many of them count,
-- and left_out_attempt_count how many do not. The sums of squares and products are over cases, of
-- how many of their attempts were expected, failed and never came.
--
-- Kept for each run when its facts change, so that numbers over many runs read few rows; they are
-- computed by facts.computed_answer_sums.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- empty without: answers
-- for: metrics

select *
from facts.computed_answer_sums
