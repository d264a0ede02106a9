-- What became of each conversation that was searched for a contradiction, once per slice.
--
-- Each attempt at a case is a conversation. What became of it is one of consistent (no reversal,
-- or one that is owned), contradiction, undetermined (a position cannot be read, or nothing could
-- be parsed), missing, error (the system or the validator failed; a turn that is the message of a
-- failed call is one), unjudged (no verdict yet).
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.conversations as

select
    run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value,
    -- No other validator looks for contradictions.
    true as is_primary_validator,
    represents_case,
    case
        when status = 'missing' then 'missing'
        when status = 'unparsable' then 'undetermined'
        when status = 'error' or outcome = 'error' then 'error'
        when outcome = 'right' then 'consistent'
        when outcome = 'wrong' then 'contradiction'
        when outcome in ('undetermined', 'abstained') then 'undetermined'
        else 'unjudged'
    end as conversation_outcome
from facts.sliced
where validator_id = 'self_contradiction';
