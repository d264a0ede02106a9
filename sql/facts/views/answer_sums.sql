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
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.answer_sums as

select
    run_id, system_id, validator_id, slice_name, slice_value,
    bool_or(is_primary_validator) as is_primary_validator,
    count(*) filter (where represents_case) as case_count,
    count(case_correctness) as scored_count,
    count(*) filter (where represents_case and status = 'missing') as missing_count,
    count(*) filter (where represents_case and is_failed) as error_count,
    count(*) filter (
        where represents_case and is_right is null and not is_failed and status <> 'missing'
    ) as unscored_count,
    count(case_correctness) filter (where status <> 'missing') as received_count,
    count(*) filter (where represents_case and is_attempted) as attempted_count,
    count(*) as attempt_count,
    count(is_right) as scored_attempt_count,
    count(*) filter (where is_right is null) as left_out_attempt_count,
    count(*) filter (where is_failed) as error_attempt_count,
    count(*) filter (where status = 'missing') as missing_attempt_count,
    count(*) filter (where is_attempted) as attempted_attempt_count,
    count(is_right) filter (where status <> 'missing') as received_attempt_count,
    sum(case_correctness) as correctness_sum,
    sum(case_correctness * case_correctness) as correctness_square_sum,
    stddev_samp(case_correctness) as correctness_deviation,
    coalesce(sum(weight) filter (where is_right), 0) as right_sum,
    coalesce(sum(weight) filter (where is_attempted), 0) as attempted_sum,
    coalesce(sum(weight) filter (where is_attempted and is_right), 0) as attempted_right_sum,
    sum(weight) filter (where is_right is not null and status <> 'missing') as received_sum,
    sum(case_attempt_count * case_attempt_count) as attempt_square_sum,
    sum(case_error_count * case_error_count) as error_square_sum,
    sum(case_error_count * case_attempt_count) as error_product_sum,
    sum(case_missing_count * case_missing_count) as missing_square_sum,
    sum(case_missing_count * case_attempt_count) as missing_product_sum
from facts.sliced_answers
group by all;
