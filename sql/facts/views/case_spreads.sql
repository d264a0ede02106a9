-- How far the attempts at each case that count in accuracy lie from their mean, once per slice.
--
-- scored_attempt_count is how many there are, mean_correctness what they are on average, and
-- deviation_square_sum the sum of their squared distances from it.
--
-- grain: run_id, system_id, case_id, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.case_spreads as

select
    run_id, system_id, case_id, validator_id, slice_name, slice_value,
    min(cluster_id) as cluster_id,
    count(correctness) as scored_attempt_count,
    avg(correctness order by correctness) as mean_correctness,
    count(correctness) * var_pop(correctness order by correctness) as deviation_square_sum
from facts.sliced_answers
group by all
having count(correctness) > 0;
