-- What facts.answer_sums keeps, computed from the facts of now.
--
-- Its columns are explained there.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- for: facts.answer_sums

create or replace view facts.computed_answer_sums as

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
    macros.sum_of_shares(case_correctness) as correctness_sum,
    macros.sum_of_shares(case_correctness * case_correctness) as correctness_square_sum,
    stddev_samp(case_correctness order by case_correctness) as correctness_deviation,
    coalesce(macros.sum_of_shares(case when is_right then weight end), 0) as right_sum,
    coalesce(macros.sum_of_shares(case when is_attempted then weight end), 0) as attempted_sum,
    coalesce(macros.sum_of_shares(case when is_attempted and is_right then weight end), 0)
        as attempted_right_sum,
    macros.sum_of_shares(
        case when is_right is not null and status <> 'missing' then weight end
    ) as received_sum,
    sum(case_attempt_count * case_attempt_count) as attempt_square_sum,
    sum(case_error_count * case_error_count) as error_square_sum,
    sum(case_error_count * case_attempt_count) as error_product_sum,
    sum(case_missing_count * case_missing_count) as missing_square_sum,
    sum(case_missing_count * case_attempt_count) as missing_product_sum
from facts.sliced_answers
group by all;
