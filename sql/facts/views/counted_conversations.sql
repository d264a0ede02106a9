-- Each conversation that was searched for a contradiction, once per slice, as it is counted.
--
-- reason is null where both positions can be read; weight is 1 / such conversations of the case,
-- attempt_share 1 / all of them.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.counted_conversations as

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value,
    is_primary_validator,
    represents_case,
    conversation_outcome = 'missing' as is_missing,
    conversation_outcome = 'contradiction' as is_contradiction,
    1 / nullif(count(*) filter (
        where conversation_outcome in ('consistent', 'contradiction')
    ) over cases, 0) as weight,
    1 / count(*) over cases as attempt_share,
    case
        when conversation_outcome in ('consistent', 'contradiction') then null
        when conversation_outcome = 'error' then 'error: the system or the validator failed'
        when conversation_outcome = 'unjudged' then 'no verdict'
        else conversation_outcome
    end as reason
from facts.conversations
window
    cases as (partition by run_id, system_id, validator_id, slice_name, slice_value, case_id);
