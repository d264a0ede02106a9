-- Whether each entailed claim is answered rightly; the mean is licensed_accuracy.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, case_id

select
    abstaining_cases.run_id,
    abstaining_cases.system_id,
    abstaining_cases.validator_id,
    abstaining_cases.is_primary_validator,
    abstaining_cases.slice_name,
    abstaining_cases.slice_value,
    'mapping=' || abstaining_cases.mapping as variant,
    abstaining_cases.case_id,
    cases.cluster_id,
    cases.session_id,
    abstaining_cases.known_attempt_count as attempt_count,
    abstaining_cases.licensed_answer_share as value
from facts.abstaining_cases
left join facts.cases
    on
        abstaining_cases.run_id = cases.run_id
        and abstaining_cases.case_id = cases.case_id
