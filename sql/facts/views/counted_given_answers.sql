-- Each answer to a labelled case, as metrics of the answers that were given count it.
--
-- The rows are those of counted_abstentions; here the best of a case is an attempt that answers.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value, variant
-- for: metrics

create or replace view facts.counted_given_answers as

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value, variant,
    is_primary_validator,
    row_number() over (
        partition by
            run_id, system_id, validator_id, slice_name, slice_value, case_id, variant
        order by reason is not null, is_missing, not is_answer, attempt
    ) = 1 as represents_case,
    is_missing,
    is_right_answer,
    weight,
    case when reason is null and not is_answer then 'no answer' else reason end as reason
from facts.counted_abstentions;
