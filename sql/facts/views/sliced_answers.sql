-- Each attempt that was expected of a system, once per slice, with what it counts in accuracy.
--
--     correctness   the share that is right, null where the attempt is left out
--     is_failed     left out because of an error, of the system or of the validator
--     is_attempted  says something that is right or wrong
--     weight        the part of its case that it stands for, null where it is left out
--     given_answer  the parsed answer, blanks around it and capitals taken off
--
-- represents_case and the columns case_… are as in facts.scored.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.sliced_answers as

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value,
    is_primary_validator,
    domain,
    cluster_id,
    status,
    outcome,
    answer,
    case when status = 'ok' then lower(trim(answer)) end as given_answer,
    is_right,
    macros.correctness(is_right, score) as correctness,
    macros.is_failed(is_right, status, outcome) as is_failed,
    macros.is_attempted(is_right, status, outcome) as is_attempted,
    weight,
    represents_case,
    case_correctness,
    case_value,
    case_attempt_count,
    case_error_count,
    case_missing_count
from facts.sliced;
