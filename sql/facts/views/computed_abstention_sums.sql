-- What facts.abstention_sums keeps, computed from the facts of now.
--
-- Its columns are explained there.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- for: facts.abstention_sums

create or replace view facts.computed_abstention_sums as

with cases as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, case_id, mapping, label,
        is_abstention_due,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) as attempt_count,
        count(prediction) as known_count,
        bool_and(prediction = 'MISSING') as is_missing,
        avg(is_answer::integer) as answer_share,
        avg(is_abstention::integer) as abstention_share,
        avg(is_rejection::integer) as rejection_share,
        avg(is_false_answer::integer) as false_answer_share,
        avg(is_licensed_answer::integer) as licensed_answer_share,
        avg(is_right_answer::integer) as right_answer_share,
        avg((is_right_answer or (is_abstention and is_abstention_due))::integer)
            as right_action_share
    from facts.sliced_abstentions
    group by all
)

select
    run_id, system_id, validator_id, slice_name, slice_value, 'mapping=' || mapping as variant,
    bool_or(is_primary_validator) as is_primary_validator,
    count(is_missing) as labelled_count,
    count(is_missing) filter (where label = 'E') as entailed_count,
    count(is_missing) filter (where label = 'C') as contradicted_count,
    count(is_missing) filter (where label <> 'E') as unentailed_count,
    count(is_missing) filter (where is_abstention_due) as due_count,
    count(*) filter (where abstention_share > 0) as abstained_count,
    count(*) filter (where abstention_share > 0 and label <> 'U') as decided_abstained_count,
    count(*) filter (where abstention_share > 0 and label <> 'C')
        as uncontradicted_abstained_count,
    count(*) filter (where answer_share > 0) as answered_count,
    count(*) filter (where is_missing) as missing_count,
    count(*) filter (where is_missing is null) as error_count,
    sum(attempt_count)::bigint as attempt_count,
    sum(attempt_count - known_count)::bigint as left_out_attempt_count,
    sum(known_count) as labelled_attempt_count,
    sum(known_count) filter (where label = 'E') as entailed_attempt_count,
    sum(known_count) filter (where label = 'C') as contradicted_attempt_count,
    sum(known_count) filter (where label <> 'E') as unentailed_attempt_count,
    sum(known_count) filter (where is_abstention_due) as due_attempt_count,
    sum(known_count) filter (where abstention_share > 0) as abstained_attempt_count,
    sum(known_count) filter (where abstention_share > 0 and label <> 'U')
        as decided_abstained_attempt_count,
    sum(known_count) filter (where abstention_share > 0 and label <> 'C')
        as uncontradicted_abstained_attempt_count,
    sum(known_count) filter (where answer_share > 0) as answered_attempt_count,
    sum(answer_share) as answer_sum,
    sum(right_answer_share) as right_answer_sum,
    sum(right_action_share) as right_action_sum,
    sum(licensed_answer_share) as licensed_answer_sum,
    sum(false_answer_share) as false_answer_sum,
    sum(rejection_share) as rejection_sum,
    sum(abstention_share) as abstention_sum,
    coalesce(sum(abstention_share) filter (where is_abstention_due), 0) as due_abstention_sum,
    sum(abstention_share * abstention_share) as abstention_square_sum,
    sum(abstention_share * abstention_share) filter (where is_abstention_due)
        as due_abstention_square_sum,
    coalesce(sum(abstention_share) filter (where label = 'E'), 0) as entailed_abstention_sum,
    coalesce(sum(abstention_share) filter (where label = 'C'), 0) as contradicted_abstention_sum,
    coalesce(sum(abstention_share) filter (where label = 'U'), 0) as unknown_abstention_sum,
    coalesce(sum(abstention_share * abstention_share) filter (where label = 'E'), 0)
        as entailed_abstention_square_sum,
    coalesce(sum(abstention_share * abstention_share) filter (where label = 'C'), 0)
        as contradicted_abstention_square_sum,
    coalesce(sum(abstention_share * abstention_share) filter (where label = 'U'), 0)
        as unknown_abstention_square_sum,
    sum(answer_share * answer_share) as answer_square_sum,
    sum(right_answer_share * right_answer_share) as right_answer_square_sum,
    sum(right_answer_share * answer_share) as right_answer_product_sum,
    stddev_samp(answer_share) as answer_deviation,
    stddev_samp(right_action_share) as right_action_deviation,
    stddev_samp(licensed_answer_share) filter (where label = 'E') as licensed_answer_deviation,
    stddev_samp(false_answer_share) filter (where label <> 'E') as false_answer_deviation,
    stddev_samp(rejection_share) filter (where label = 'C') as rejection_deviation,
    stddev_samp(abstention_share) filter (where is_abstention_due) as due_abstention_deviation
from cases
group by all;
