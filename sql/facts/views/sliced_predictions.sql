-- What was answered to each case about what a source entails, once per attempt and slice.
--
-- The cases are those labelled E (entailed), C (contradicted) or U (unknown); others are not here.
-- prediction is what the response answers: YES, NO or UNKNOWN, whatever its case and the space
-- around it. Anything else, and no response, is MISSING: it neither answers nor abstains. Where
-- the system failed (status error) prediction is null. The outcome of a validator is not read: in
-- a run that nobody judges the rows are those of facts.unjudged, with an empty validator_id that
-- is the primary one. Where is_only_attempt is true, the case surely has no other attempt in its
-- slice.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.sliced_predictions as

with labelled_attempts as (
    select
        run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value,
        is_primary_validator,
        coalesce(case_attempt_count = 1, false) as is_only_attempt,
        label,
        status,
        upper(trim(answer, e' \t\r\n')) as answer
    from facts.sliced
    where label in ('E', 'C', 'U')
    union all
    select
        unjudged.run_id, unjudged.system_id, unjudged.case_id, unjudged.attempt,
        '' as validator_id, case_slices.slice_name, case_slices.slice_value,
        true as is_primary_validator,
        false as is_only_attempt,
        unjudged.label,
        unjudged.status,
        upper(trim(unjudged.answer, e' \t\r\n')) as answer
    from facts.unjudged
    inner join facts.case_slices using (run_id, case_id)
)

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value,
    is_primary_validator,
    is_only_attempt,
    label,
    case
        when status = 'error' then null
        when status = 'ok' and answer in ('YES', 'NO', 'UNKNOWN') then answer
        else 'MISSING'
    end as prediction
from labelled_attempts;
