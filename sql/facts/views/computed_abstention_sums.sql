-- What facts.abstention_sums keeps, computed from the facts of now.
--
-- Its columns are explained there. The answer of an only attempt is all that came of its case, so
-- such cases with the same answer are one row that counts them.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- for: facts.abstention_sums

create or replace view facts.computed_abstention_sums as

with cases as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, mapping, label,
        is_abstention_due,
        case when not is_only_attempt then case_id end as repeated_case_id,
        case when is_only_attempt then prediction end as only_prediction,
        bool_or(is_primary_validator) as is_primary_validator,
        case when bool_and(is_only_attempt) then count(*) else 1 end as case_count,
        case when bool_and(is_only_attempt) then 1 else count(*) end as attempt_count,
        case
            when bool_and(is_only_attempt) then least(count(prediction), 1)
            else count(prediction)
        end as known_count,
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
    coalesce(sum(case_count) filter (where is_missing is not null), 0)::bigint as labelled_count,
    coalesce(sum(case_count) filter (where is_missing is not null and label = 'E'), 0)::bigint
        as entailed_count,
    coalesce(sum(case_count) filter (where is_missing is not null and label = 'C'), 0)::bigint
        as contradicted_count,
    coalesce(sum(case_count) filter (where is_missing is not null and label <> 'E'), 0)::bigint
        as unentailed_count,
    coalesce(
        sum(case_count)
        filter (where is_missing is not null and is_abstention_due), 0
    )::bigint as due_count,
    coalesce(sum(case_count) filter (where abstention_share > 0), 0)::bigint as abstained_count,
    coalesce(sum(case_count) filter (where abstention_share > 0 and label <> 'U'), 0)::bigint
        as decided_abstained_count,
    coalesce(sum(case_count) filter (where abstention_share > 0 and label <> 'C'), 0)::bigint
        as uncontradicted_abstained_count,
    coalesce(sum(case_count) filter (where answer_share > 0), 0)::bigint as answered_count,
    coalesce(sum(case_count) filter (where is_missing), 0)::bigint as missing_count,
    coalesce(sum(case_count) filter (where is_missing is null), 0)::bigint as error_count,
    sum(case_count * attempt_count)::bigint as attempt_count,
    sum(case_count * (attempt_count - known_count))::bigint as left_out_attempt_count,
    sum(case_count * known_count) as labelled_attempt_count,
    sum(case_count * known_count) filter (where label = 'E') as entailed_attempt_count,
    sum(case_count * known_count) filter (where label = 'C') as contradicted_attempt_count,
    sum(case_count * known_count) filter (where label <> 'E') as unentailed_attempt_count,
    sum(case_count * known_count) filter (where is_abstention_due) as due_attempt_count,
    sum(case_count * known_count) filter (where abstention_share > 0) as abstained_attempt_count,
    sum(case_count * known_count) filter (where abstention_share > 0 and label <> 'U')
        as decided_abstained_attempt_count,
    sum(case_count * known_count) filter (where abstention_share > 0 and label <> 'C')
        as uncontradicted_abstained_attempt_count,
    sum(case_count * known_count) filter (where answer_share > 0) as answered_attempt_count,
    sum(case_count * answer_share) as answer_sum,
    sum(case_count * right_answer_share) as right_answer_sum,
    sum(case_count * right_action_share) as right_action_sum,
    sum(case_count * licensed_answer_share) as licensed_answer_sum,
    sum(case_count * false_answer_share) as false_answer_sum,
    sum(case_count * rejection_share) as rejection_sum,
    sum(case_count * abstention_share) as abstention_sum,
    coalesce(sum(case_count * abstention_share) filter (where is_abstention_due), 0)
        as due_abstention_sum,
    sum(case_count * abstention_share * abstention_share) as abstention_square_sum,
    sum(case_count * abstention_share * abstention_share) filter (where is_abstention_due)
        as due_abstention_square_sum,
    coalesce(sum(case_count * abstention_share) filter (where label = 'E'), 0)
        as entailed_abstention_sum,
    coalesce(sum(case_count * abstention_share) filter (where label = 'C'), 0)
        as contradicted_abstention_sum,
    coalesce(sum(case_count * abstention_share) filter (where label = 'U'), 0)
        as unknown_abstention_sum,
    coalesce(sum(case_count * abstention_share * abstention_share) filter (where label = 'E'), 0)
        as entailed_abstention_square_sum,
    coalesce(sum(case_count * abstention_share * abstention_share) filter (where label = 'C'), 0)
        as contradicted_abstention_square_sum,
    coalesce(sum(case_count * abstention_share * abstention_share) filter (where label = 'U'), 0)
        as unknown_abstention_square_sum,
    sum(case_count * answer_share * answer_share) as answer_square_sum,
    sum(case_count * right_answer_share * right_answer_share) as right_answer_square_sum,
    sum(case_count * right_answer_share * answer_share) as right_answer_product_sum,
    macros.counted_deviation(answer_share, case_count) as answer_deviation,
    macros.counted_deviation(right_action_share, case_count) as right_action_deviation,
    macros.counted_deviation(
        case when label = 'E' then licensed_answer_share end, case_count
    ) as licensed_answer_deviation,
    macros.counted_deviation(
        case when label <> 'E' then false_answer_share end, case_count
    ) as false_answer_deviation,
    macros.counted_deviation(
        case when label = 'C' then rejection_share end, case_count
    ) as rejection_deviation,
    macros.counted_deviation(
        case when is_abstention_due then abstention_share end, case_count
    ) as due_abstention_deviation
from cases
group by all;
