-- Whether a claim that is not entailed is answered falsely; the mean is far_ne.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant, case_id, attempt

select
    sliced_abstentions.run_id,
    sliced_abstentions.system_id,
    sliced_abstentions.validator_id,
    sliced_abstentions.is_primary_validator,
    sliced_abstentions.slice_name,
    sliced_abstentions.slice_value,
    'mapping=' || sliced_abstentions.mapping as variant,
    sliced_abstentions.case_id,
    cases.cluster_id,
    cases.session_id,
    case
        when sliced_abstentions.prediction is null then null
        when sliced_abstentions.is_false_answer then 1e0
        else 0e0
    end as value
from facts.sliced_abstentions
left join facts.cases
    on
        sliced_abstentions.run_id = cases.run_id
        and sliced_abstentions.case_id = cases.case_id
where sliced_abstentions.label <> 'E'
