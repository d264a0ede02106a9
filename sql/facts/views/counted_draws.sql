-- Each attempt once for each number k that could be drawn of its case: what pass_at_k counts.
--
-- The cases are those of facts.drawn_attempts. weight is 1 / the attempts at the case that count.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value, variant
-- for: metrics

create or replace view facts.counted_draws as

select
    sliced_answers.run_id, sliced_answers.system_id, sliced_answers.case_id,
    sliced_answers.attempt, sliced_answers.validator_id, sliced_answers.slice_name,
    sliced_answers.slice_value, drawn_attempts.variant,
    sliced_answers.is_primary_validator,
    sliced_answers.represents_case,
    sliced_answers.status = 'missing' as is_missing,
    drawn_attempts.attempt_count,
    drawn_attempts.right_count,
    drawn_attempts.drawn_count,
    sliced_answers.weight,
    case
        when drawn_attempts.is_failed then 'error: too few attempts of the case came through'
        when drawn_attempts.is_left_out then 'too few attempts at the case'
        when sliced_answers.is_right is null
            then macros.left_out_reason(sliced_answers.status, sliced_answers.outcome)
    end as reason
from facts.sliced_answers
inner join facts.drawn_attempts
    using (run_id, system_id, validator_id, slice_name, slice_value, case_id);
