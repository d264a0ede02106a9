-- Each case about what a source entails, once per slice and per mapping of answers to actions.
--
-- The cases are those labelled E (entailed), C (contradicted) or U (unknown); others are not here.
-- prediction is what the final response answers: YES, NO or UNKNOWN, whatever its case and the
-- space around it. Anything else, and no response, is MISSING: it neither answers nor abstains.
-- Where the system failed (status error) prediction is null, and so is what follows from it. The
-- outcome of a validator is not read: the mapping judges.
--
--                 licensed       strict                        by_action
--     answers     YES            YES, NO                       YES, NO
--     abstains    NO, UNKNOWN    UNKNOWN                       UNKNOWN
--     due on      C, U           U                             C, U
--     rejects C   NO, UNKNOWN    NO                            UNKNOWN
--     false       YES            YES on C; YES and NO on U     YES, NO
--     right on E  YES            YES                           YES, NO
--
-- grain: run_id, system_id, case_id, validator_id, slice_name, slice_value, mapping

create or replace view facts.sliced_abstentions as

with mappings as (
    from (
        values
        ('licensed', true, false),
        ('strict', false, true),
        ('by_action', false, false)
    ) as named (mapping, is_licensed, is_strict)
),

labelled_cases as (
    select
        run_id,
        system_id,
        case_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
        label,
        status,
        upper(trim(answer, e' \t\r\n')) as answer
    from facts.sliced
    where label in ('E', 'C', 'U')
),

predictions as (
    select
        run_id,
        system_id,
        case_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
        label,
        case
            when status = 'error' then null
            when status = 'ok' and answer in ('YES', 'NO', 'UNKNOWN') then answer
            else 'MISSING'
        end as prediction
    from labelled_cases
),

actions as (
    select
        predictions.run_id,
        predictions.system_id,
        predictions.case_id,
        predictions.validator_id,
        predictions.slice_name,
        predictions.slice_value,
        predictions.is_primary_validator,
        mappings.mapping,
        mappings.is_strict,
        predictions.label,
        predictions.prediction,
        predictions.prediction = 'YES'
        or (predictions.prediction = 'NO' and not mappings.is_licensed) as is_answer,
        predictions.prediction = 'UNKNOWN'
        or (predictions.prediction = 'NO' and mappings.is_licensed) as is_abstention,
        predictions.label = 'U'
        or (predictions.label = 'C' and not mappings.is_strict) as is_abstention_due
    from predictions
    cross join mappings
)

select
    run_id,
    system_id,
    case_id,
    validator_id,
    slice_name,
    slice_value,
    mapping,
    is_primary_validator,
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
    and (mapping = 'by_action' or prediction = 'YES') as is_licensed_answer
from actions;
