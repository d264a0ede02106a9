-- Each answer to a labelled case, once per slice and mapping, as metrics of abstention count it.
--
-- reason is null where the answer has a prediction, the other reasons also ask for the label, or
-- for an abstention, that a metric is about. weight is 1 / the attempts at the case that have a
-- prediction. is_missing: what came is none of YES, NO and UNKNOWN.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value, variant
-- for: metrics

create or replace view facts.counted_abstentions as

with answers as (
    select
        sliced_abstentions.*,
        row_number() over (
            cases
            order by prediction is null, prediction = 'MISSING', not is_abstention, attempt
        ) = 1 as represents_case,
        1 / nullif(count(prediction) over cases, 0) as weight,
        case when prediction is null then 'error: the system failed' end as reason
    from facts.sliced_abstentions
    window
        cases as (
            partition by
                run_id, system_id, validator_id, slice_name, slice_value, case_id, mapping
        )
)

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value,
    'mapping=' || mapping as variant,
    is_primary_validator,
    represents_case,
    coalesce(prediction = 'MISSING', false) as is_missing,
    is_answer,
    is_abstention,
    is_abstention_due,
    is_rejection,
    is_false_answer,
    is_licensed_answer,
    is_right_answer,
    is_right_answer or (is_abstention and is_abstention_due) as is_right_action,
    label = 'C' as is_contradicted,
    label = 'U' as is_unknown,
    weight,
    reason,
    case when reason is null and label <> 'E' then 'not entailed' else reason end
        as unentailed_reason,
    case when reason is null and label = 'E' then 'entailed' else reason end as entailed_reason,
    case when reason is null and label <> 'C' then 'not contradicted' else reason end
        as uncontradicted_reason,
    case when reason is null and not is_abstention_due then 'no abstention due' else reason end
        as undue_reason,
    case when reason is null and not is_abstention then 'no abstention' else reason end
        as unabstained_reason,
    case
        when reason is null and not is_abstention then 'no abstention'
        when reason is null and label = 'U' then 'unknown'
        else reason
    end as undecided_abstention_reason,
    case
        when reason is null and not is_abstention then 'no abstention'
        when reason is null and label = 'C' then 'contradicted'
        else reason
    end as contradicted_abstention_reason
from answers;
