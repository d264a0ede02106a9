-- The counts and sums that the metrics of abstention are made of, under each mapping of answers.
--
-- Cases count alike, however often they were attempted: the sums add up the shares of
-- abstaining_cases, and those of their squares tell how far the cases differ.
--
--     labelled_count     cases of which at least one attempt has a prediction; by label, entailed,
--                        contradicted, unentailed and due (that call for an abstention)
--     abstained_count    those of which at least one attempt abstains
--     missing_count      those of which every prediction is MISSING
--     error_count        cases that errors took altogether
--
-- attempt_count is how many attempts were expected, left_out_attempt_count how many of them have
-- no prediction; the other counts of attempts are those with one, by the label of their case.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant

create or replace view facts.abstention_sums as

select
    run_id, system_id, validator_id, slice_name, slice_value, 'mapping=' || mapping as variant,
    bool_or(is_primary_validator) as is_primary_validator,
    count(missing_share) as labelled_count,
    count(missing_share) filter (where label = 'E') as entailed_count,
    count(missing_share) filter (where label = 'C') as contradicted_count,
    count(missing_share) filter (where label <> 'E') as unentailed_count,
    count(missing_share) filter (where is_abstention_due) as due_count,
    count(*) filter (where abstention_share > 0) as abstained_count,
    count(*) filter (where missing_share = 1) as missing_count,
    count(*) filter (where known_attempt_count = 0) as error_count,
    sum(attempt_count)::bigint as attempt_count,
    sum(attempt_count - known_attempt_count)::bigint as left_out_attempt_count,
    sum(known_attempt_count) as labelled_attempt_count,
    sum(known_attempt_count) filter (where label = 'E') as entailed_attempt_count,
    sum(known_attempt_count) filter (where label = 'C') as contradicted_attempt_count,
    sum(known_attempt_count) filter (where label <> 'E') as unentailed_attempt_count,
    sum(known_attempt_count) filter (where is_abstention_due) as due_attempt_count,
    sum(known_attempt_count) filter (where abstention_share > 0) as abstained_attempt_count,
    sum(answer_share) as answer_sum,
    sum(licensed_answer_share) as licensed_answer_sum,
    sum(false_answer_share) as false_answer_sum,
    sum(rejection_share) as rejection_sum,
    sum(abstention_share) as abstention_sum,
    sum(case when is_abstention_due then abstention_share else 0 end) as due_abstention_sum,
    sum(answer_share * answer_share) as answer_square_sum,
    sum(licensed_answer_share * licensed_answer_share) as licensed_answer_square_sum,
    sum(false_answer_share * false_answer_share) as false_answer_square_sum,
    sum(rejection_share * rejection_share) as rejection_square_sum,
    sum(abstention_share * abstention_share) as abstention_square_sum,
    sum(case when is_abstention_due then abstention_share * abstention_share else 0 end)
        as due_abstention_square_sum
from facts.abstaining_cases
group by all;
