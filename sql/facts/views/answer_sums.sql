-- The counts and sums that the accuracies and rates are made of.
--
-- Who counts and who is left out stands here once. Right counts 1, wrong, abstained, missing and
-- unparsable count 0, a graded score counts as it stands; answers lost to an error or without a
-- judgement are left out, counted as error_count and unscored_count.
--
--     answer_count        all that were expected
--     scored_count        those in the denominator of accuracy, missing ones included
--     received_count      those scored that came
--     attempted_count     those scored that say something right or wrong
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value

create or replace view facts.answer_sums as

select
    run_id, system_id, validator_id, slice_name, slice_value,
    bool_or(is_primary_validator) as is_primary_validator,
    count(*) as answer_count,
    count(correctness) as scored_count,
    count(*) filter (where status = 'missing') as missing_count,
    count(*) filter (where is_failed) as error_count,
    count(*) filter (where is_right is null and not is_failed) as unscored_count,
    count(correctness) filter (where status <> 'missing') as received_count,
    count(*) filter (where is_attempted) as attempted_count,
    count(*) filter (where is_right) as right_count,
    count(*) filter (where is_attempted and is_right) as attempted_right_count,
    sum(correctness) as correctness_sum,
    stddev_samp(correctness) as correctness_deviation
from facts.sliced_answers
group by all;
