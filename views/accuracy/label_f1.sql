-- F1 of labels: how well the answers with a label and the cases that expect it coincide.
--
-- Labels, and what counts as which: facts.run_labels and facts.labelled_answers. Missing and
-- unparsable replies, abstentions and other texts answer no label: they are wrong. What an error
-- took is left out. A case counts with the mean over its attempts. The harmonic mean of
-- label_precision and label_recall, by sums: 0 for a label that is expected and never rightly
-- answered. `average=micro` is by the sums over all labels, `average=macro` the mean over labels,
-- `average=weighted` that mean with the cases that expect a label as its weight. scored_count
-- holds the cases that expect or answer the label, missing_count and error_count those that expect
-- it. The interval of a label is that of right / (expected or answered), carried over; under the
-- averages it is null.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: harmonic mean of shares
-- range: 0 to 1
-- better: higher
-- default: average=macro
-- source: 2 right / (expected + answered), of a label; Wilson score interval (Wilson 1927) of J =
--     right / (expected or answered), with repeated attempts Student's t on that ratio, as 2 J /
--     (1 + J)
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
-- rightness: of some cases
-- numerator: right_f1
-- denominator: whole_f1

create or replace view metrics.label_f1 as

select
    run_id, system_id, slice_name, slice_value, variant,
    f1_count as scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    f1 as label_f1,
    f1_low as ci_low,
    f1_high as ci_high
from facts.label_scores;
