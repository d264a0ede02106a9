-- Recall of labels: how often a label is answered where it is expected.
--
-- Labels, and what counts as which: facts.run_labels and facts.labelled_answers. Missing and
-- unparsable replies, abstentions and other texts answer no label: they are wrong. What an error
-- took is left out. A case counts with the mean over its attempts. Null for a label that is
-- answered and never expected. `average=micro`, and with it `average=weighted`, is the share of
-- all cases that are right; `average=macro`, the mean over labels, is also called balanced
-- accuracy. scored_count holds the cases that expect the label, missing_count and error_count are
-- of them. The interval is null under macro and weighted.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: share of the cases that expect it
-- range: 0 to 1
-- better: higher
-- default: average=macro
-- source: right / expected, of a label; Wilson score interval (Wilson 1927), with repeated
--     attempts Student's t over the cases' means
-- parameter: expected, text, default expected: where the expected labels stand: expected, label
--     or an attribute of cases
-- parameter: answered, text, default answer: whose labels these are held against: answer, or the
--     id of a validator
-- parameter: label_limit, integer 2 to 10000, default 50: more different values are no labels
-- parameters: label=NAME: one label; average=micro: over all answers; average=macro: the mean over
--     labels; average=weighted: by the cases of each
-- resamples: no, its averages are means of ratios
-- empty: no_label_expected, no_label_given, no_response, all_failed
-- outcomes: not read
-- counts: facts.counted_labels
-- reason: undue_reason
-- rightness: of some cases
-- numerator: right_recall
-- denominator: whole_recall

create or replace view metrics.label_recall as

select
    run_id, system_id, slice_name, slice_value, variant,
    recall_count as scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    recall as label_recall,
    recall_low as ci_low,
    recall_high as ci_high
from facts.label_scores;
