-- Confusion matrix of labels: the label that was answered by the label that was expected.
--
-- Of cases whose expected answers are labels, such as A to D, yes and no, or the names of classes:
-- facts.run_labels says when they are. answered_label is empty where the answer is none of them:
-- missing and unparsable replies, abstentions and other texts, all of which are wrong. What an
-- error took is in no cell. answer_count counts attempts, case_sum cases: there an attempt weighs
-- 1 / the attempts at its case that count. A pair that never occurs has no row. No validator is
-- read. abstention_confusion, drift_confusion and critic_confusion are of other rows: of a mapping
-- of answers to actions, of weeks, and of readings.
--
-- grain: run_id, system_id, slice_name, slice_value, expected_label, answered_label
-- unit: answers, and the cases they come to
-- range: 0 and up
-- better: none
-- source: confusion table; sklearn.metrics.confusion_matrix with the weights of the attempts
-- shape: table
-- parameter: expected, text, default expected: where the expected labels stand: expected, label
--     or an attribute of cases
-- parameter: answered, text, default answer: whose labels these are held against: answer, or the
--     id of a validator
-- parameter: label_limit, integer 2 to 10000, default 50: more different values are no labels
-- draws: no, its labels are those of the run
-- empty: no_label_expected, no_label_given, no_response, all_failed
-- outcomes: not read
-- counts: facts.counted_labels where variant = 'average=micro'

create or replace view metrics.label_confusion as

select
    answers.run_id, answers.system_id, slices.slice_name, slices.slice_value,
    answers.expected_label, answers.answered_label,
    count(*) as answer_count,
    macros.sum_of_shares(answers.weight) as case_sum
from facts.labelled_answers as answers
inner join facts.case_slices as slices
    on answers.run_id = slices.run_id and answers.case_id = slices.case_id
where answers.answered_label is not null
group by
    answers.run_id, answers.system_id, slices.slice_name, slices.slice_value,
    answers.expected_label, answers.answered_label;
