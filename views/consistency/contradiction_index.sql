-- Self-contradiction rate: how often a system reverses its position without saying so.
--
-- Of the conversations in which both positions can be read as yes or no, those whose later one is
-- the opposite of the earlier and owns no change of mind. A position that cannot be read, a
-- missing answer and an error are in no denominator: coverage is the share of the conversations
-- that came through in which both positions could be read. Read the two together: a system that
-- never takes a side cannot contradict itself. A case that was talked about repeatedly counts
-- with the mean over its conversations, those in the denominator.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of conversations with two positions
-- range: 0 to 1
-- better: lower
-- source: unacknowledged reversals / conversations with both positions determinable, as judged by
--     self_contradiction; Wilson score interval (Wilson 1927), with repeated attempts Student's t
--     over the cases' means
-- empty: no_response, no_verdict of self_contradiction, no_determined_conversation
-- counts: facts.counted_conversations
-- numerator: case when is_contradiction then weight else 0 end

create or replace view metrics.contradiction_index as

with cases as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, case_id,
        bool_or(is_primary_validator) as is_primary_validator,
        bool_or(represents_case and conversation_outcome = 'missing') as is_missing,
        bool_or(represents_case and conversation_outcome = 'error') as is_failed,
        count(*) as attempt_count,
        count(*) filter (where conversation_outcome in ('consistent', 'contradiction'))
            as readable_count,
        count(*) filter (where conversation_outcome not in ('missing', 'error')) as received_count,
        count(*) filter (where conversation_outcome = 'contradiction') / nullif(count(*) filter (
            where conversation_outcome in ('consistent', 'contradiction')
        ), 0) as reversal_share
    from facts.conversations
    group by all
),

sums as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        bool_or(is_primary_validator) as is_primary_validator,
        count(reversal_share) as scored_count,
        count(*) filter (where is_missing) as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where reversal_share is null and not is_missing and not is_failed)
            as unscored_count,
        sum(attempt_count)::bigint as attempt_count,
        sum(attempt_count - readable_count)::bigint as left_out_attempt_count,
        macros.steady_sum(readable_count / nullif(received_count, 0))
        / count(nullif(received_count, 0)) as coverage,
        sum(readable_count) as readable_sum,
        macros.steady_sum(reversal_share) as reversal_sum,
        stddev_samp(reversal_share order by reversal_share) as reversal_deviation
    from cases
    group by all
)

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    coverage,
    reversal_sum / nullif(scored_count, 0) as contradiction_index,
    macros.share_low(reversal_sum, reversal_deviation, scored_count, readable_sum) as ci_low,
    macros.share_high(reversal_sum, reversal_deviation, scored_count, readable_sum) as ci_high
from sums;
