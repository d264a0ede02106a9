-- What became of the conversations that were searched for a contradiction.
--
-- All six outcomes are present, 0 where none: consistent (no reversal, or one that is owned),
-- contradiction, undetermined (a position cannot be read, or nothing could be parsed), missing,
-- error (the system or the validator failed; a turn that is the message of a failed call is
-- one), unjudged (no verdict yet).
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, outcome
-- unit: conversations
-- range: 0 and up
-- better: none
-- source: counts by outcome of self_contradiction
-- shape: table

create or replace view metrics.contradiction_outcomes as

with conversations as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
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
    where validator_id = 'self_contradiction'
),

counted_conversations as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        conversation_outcome,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) as conversation_count
    from conversations
    group by all
),

outcomes as (
    select named_outcomes.outcome
    from (
        values
        ('consistent'), ('contradiction'), ('undetermined'), ('missing'), ('error'), ('unjudged')
    ) as named_outcomes (outcome)
)

select
    counted_conversations.run_id,
    counted_conversations.system_id,
    counted_conversations.validator_id,
    counted_conversations.slice_name,
    counted_conversations.slice_value,
    outcomes.outcome,
    bool_or(counted_conversations.is_primary_validator) as is_primary_validator,
    coalesce(sum(counted_conversations.conversation_count) filter (
        where counted_conversations.conversation_outcome = outcomes.outcome
    ), 0)::bigint as conversation_count
from counted_conversations
cross join outcomes
group by all;
