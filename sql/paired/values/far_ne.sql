-- How often a claim that is not entailed is answered falsely; the mean is far_ne.
--
-- Each attempt whose prediction is known stands for its case with the share of them all.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, case_id, attempt

with attempts as (
    select
        abstaining_cases.*,
        unnest(range(1, greatest(known_attempt_count, 1) + 1)) as attempt
    from facts.abstaining_cases
    where label <> 'E'
)

select
    attempts.run_id,
    attempts.system_id,
    attempts.validator_id,
    attempts.is_primary_validator,
    attempts.slice_name,
    attempts.slice_value,
    'mapping=' || attempts.mapping as variant,
    attempts.case_id,
    cases.cluster_id,
    cases.session_id,
    attempts.false_answer_share::double as value
from attempts
left join facts.cases using (run_id, case_id)
