-- How often a system reverses its position in a conversation without saying so.
--
-- Of the conversations in which both positions can be read as yes or no, those whose later one
-- is the opposite of the earlier and owns no change of mind. A position that cannot be read, a
-- missing answer and an error are in no denominator: coverage is the share of the conversations
-- that came through in which both positions could be read. Read the two together: a system that
-- never takes a side cannot contradict itself.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of conversations with two positions
-- range: 0 to 1
-- better: lower
-- source: unacknowledged reversals / conversations with both positions determinable, as judged by
--     self_contradiction; Wilson score interval (Wilson 1927)

create or replace view metrics.contradiction_index as

with outcomes as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) filter (
            where conversation_outcome in ('consistent', 'contradiction')
        ) as scored_count,
        count(*) filter (where conversation_outcome = 'missing') as missing_count,
        count(*) filter (where conversation_outcome = 'error') as error_count,
        count(*) filter (
            where conversation_outcome in ('undetermined', 'unjudged')
        ) as unscored_count,
        count(*) filter (where conversation_outcome = 'contradiction') as reversal_count
    from facts.conversations
    group by all
)

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    scored_count / nullif(scored_count + unscored_count, 0) as coverage,
    reversal_count / nullif(scored_count, 0) as contradiction_index,
    macros.wilson_low(reversal_count, scored_count) as ci_low,
    macros.wilson_high(reversal_count, scored_count) as ci_high
from outcomes;
