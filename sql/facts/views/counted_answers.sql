-- Each attempt that was expected of a system, once per slice, as accuracies and rates count it.
--
-- The columns that end in `reason` are null where the attempt counts, else they say why not:
-- reason as in accuracy, unattempted_reason where only what is right or wrong counts,
-- unreceived_reason where only replies do. The other columns are as in facts.sliced_answers.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.counted_answers as

with answers as (
    select
        sliced_answers.*,
        case when is_right is null then macros.left_out_reason(status, outcome) end as reason
    from facts.sliced_answers
)

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value,
    is_primary_validator,
    represents_case,
    status = 'missing' as is_missing,
    is_failed,
    is_attempted,
    is_right,
    correctness,
    weight,
    reason,
    case
        when reason is not null then reason
        when is_attempted then null
        when status = 'missing' then status
        else 'not attempted'
    end as unattempted_reason,
    case when reason is null and status = 'missing' then status else reason end
        as unreceived_reason
from answers;
