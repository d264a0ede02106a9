-- Counts of the outcomes of conversations that were searched for a contradiction.
--
-- All six outcomes are present, 0 where none: consistent (no reversal, or one that is owned),
-- contradiction, undetermined (a position cannot be read, or nothing could be parsed), missing,
-- error (the system or the validator failed; a turn that is the message of a failed call is one),
-- unjudged (no verdict yet). Each attempt at a case is a conversation; in case_sum it weighs 1 /
-- the attempts at its case.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, outcome
-- unit: conversations, and the cases they come to
-- range: 0 and up
-- better: none
-- source: counts by outcome of self_contradiction
-- shape: table
-- draws: no, contradiction_index is drawn, and these are the counts behind it
-- empty: no_response, no_verdict of self_contradiction
-- counts: facts.counted_conversations
-- reason: null
-- weight: attempt_share

create or replace view metrics.contradiction_outcomes as

with weighted_conversations as (
    select
        conversations.*,
        1 / count(*) over attempts as weight
    from facts.conversations
    window
        attempts as (
            partition by run_id, system_id, validator_id, slice_name, slice_value, case_id
        )
),

counted_conversations as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        conversation_outcome, bool_or(is_primary_validator) as is_primary_validator,
        count(*) as conversation_count,
        sum(weight) as case_sum
    from weighted_conversations
    group by all
),

outcomes as (
    from (
        values
        ('consistent'), ('contradiction'), ('undetermined'), ('missing'), ('error'), ('unjudged')
    ) as named (outcome)
)

select
    run_id, system_id, validator_id, slice_name, slice_value, outcome,
    bool_or(is_primary_validator) as is_primary_validator,
    coalesce(sum(conversation_count) filter (
        where conversation_outcome = outcome
    ), 0)::bigint as conversation_count,
    coalesce(sum(case_sum) filter (where conversation_outcome = outcome), 0) as case_sum
from counted_conversations
cross join outcomes
group by all;
