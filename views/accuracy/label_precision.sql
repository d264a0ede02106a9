-- Precision of labels: how often a label is right where it is answered.
--
-- Labels, and what counts as which: facts.run_labels and facts.labelled_answers. Missing and
-- unparsable replies, abstentions and other texts answer no label: they are wrong. What an error
-- took is left out. A case counts with the mean over its attempts. Null for a label that is never
-- answered; the averages leave it out, so that a rare label that is never answered does not lower
-- them: read label_f1 beside it. `average=micro` is over all answers that are a label.
-- scored_count holds the cases in which the label, or any label, is answered; missing_count and
-- error_count those that expect it. The interval is null under macro and weighted: a mean of
-- ratios that share their errors.
--
-- grain: run_id, system_id, slice_name, slice_value, variant
-- unit: share of the cases with that answer
-- range: 0 to 1
-- better: higher
-- default: average=macro
-- source: right / answered, of a label; Wilson score interval (Wilson 1927), with repeated
--     attempts Student's t on the linearised ratio (Cochran 1977)
-- parameter: expected, text, default expected: where the expected labels stand: expected, label
--     or an attribute of cases
-- parameter: answered, text, default answer: whose labels these are held against: answer, or the
--     id of a validator
-- parameter: label_limit, integer 2 to 10000, default 50: more different values are no labels
-- parameters: label=NAME: one label; average=micro: over all answers; average=macro: the mean over
--     labels; average=weighted: by the cases of each
-- resamples: no, its averages are means of ratios
-- empty: no_label_expected, no_label_given, no_response, all_failed, no_label_answered
-- outcomes: not read
-- counts: facts.counted_labels
-- reason: ungiven_reason
-- rightness: of some cases
-- numerator: right_precision
-- denominator: whole_precision

create or replace view metrics.label_precision as

select
    run_id, system_id, slice_name, slice_value, variant,
    precision_count as scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    precision as label_precision,
    precision_low as ci_low,
    precision_high as ci_high
from facts.label_scores;
