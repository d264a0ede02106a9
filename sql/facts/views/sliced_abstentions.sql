-- What each answer to a labelled case does, once per slice and per mapping of answers to actions.
--
-- The attempts are those of sliced_predictions; where prediction is null, so is what follows from
-- it.
--
--                 licensed       strict                        by_action
--     answers     YES            YES, NO                       YES, NO
--     abstains    NO, UNKNOWN    UNKNOWN                       UNKNOWN
--     due on      C, U           U                             C, U
--     rejects C   NO, UNKNOWN    NO                            UNKNOWN
--     false       YES            YES on C; YES and NO on U     YES, NO
--     right on E  YES            YES                           YES, NO
--     right on C                 NO
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value, mapping
-- for: metrics

create or replace view facts.sliced_abstentions as

with mappings as (
    from (
        values
        ('licensed', true, false),
        ('strict', false, true),
        ('by_action', false, false)
    ) as named (mapping, is_licensed, is_strict)
),

actions as (
    select
        run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value, mapping,
        is_primary_validator,
        is_only_attempt,
        is_strict,
        label,
        prediction,
        prediction = 'YES' or (prediction = 'NO' and not is_licensed) as is_answer,
        prediction = 'UNKNOWN' or (prediction = 'NO' and is_licensed) as is_abstention,
        label = 'U' or (label = 'C' and not is_strict) as is_abstention_due
    from facts.sliced_predictions
    cross join mappings
)

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value, mapping,
    is_primary_validator,
    is_only_attempt,
    label,
    prediction,
    is_answer,
    is_abstention,
    is_abstention_due,
    label = 'C' and case when is_strict then prediction = 'NO' else is_abstention end
        as is_rejection,
    label <> 'E'
    and is_answer
    and not (is_strict and label = 'C' and prediction = 'NO') as is_false_answer,
    label = 'E'
    and is_answer
    and (mapping = 'by_action' or prediction = 'YES') as is_licensed_answer,
    case
        when prediction is null then null
        when is_strict and label = 'C' then prediction = 'NO'
        else label = 'E' and is_answer and (mapping = 'by_action' or prediction = 'YES')
    end as is_right_answer
from actions;
