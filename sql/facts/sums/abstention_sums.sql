-- The counts and sums that the metrics of abstention are made of, under each mapping of answers.
--
-- Cases count alike, however often they were attempted: of each the share of its attempts that
-- answer, abstain or reject is taken, where those without a prediction are left out. The sums add
-- up these shares, the deviations are of them over the cases that the metric is about.
--
--     labelled_count     cases of which at least one attempt has a prediction; by label, entailed,
--                        contradicted, unentailed and due (that call for an abstention)
--     abstained_count    those of which at least one attempt abstains; decided, of those labelled
--                        E or C, uncontradicted, of those labelled E or U
--     answered_count     those of which at least one attempt answers
--     missing_count      those of which every prediction is MISSING
--     error_count        cases that errors took altogether
--
-- attempt_count is how many attempts were expected, left_out_attempt_count how many of them have
-- no prediction; the other counts of attempts are those with one, by the label of their case.
--
-- Kept for each run when its facts change, so that numbers over many runs read few rows; they are
-- computed by facts.computed_abstention_sums.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- empty without: labels
-- for: metrics

select *
from facts.computed_abstention_sums
