-- Whether each reply integrates; the mean is integration_index.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, case_id, attempt

select
    graded_replies.run_id,
    graded_replies.system_id,
    graded_replies.validator_id,
    graded_replies.is_primary_validator,
    graded_replies.slice_name,
    graded_replies.slice_value,
    '' as variant,
    graded_replies.case_id,
    cases.cluster_id,
    cases.session_id,
    case
        when graded_replies.integration > 0 then 1e0
        when graded_replies.integration is not null then 0e0
    end as value
from facts.graded_replies
left join facts.cases
    on
        graded_replies.run_id = cases.run_id
        and graded_replies.case_id = cases.case_id
