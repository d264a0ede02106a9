-- What evalstore counts or adds up for each figure that a log reports as a count or a sum.
--
-- DeepEval reports how many test cases, and how many results of each metric, passed, failed or
-- broke off. promptfoo reports how many rows did, how many assertions held, and sums of scores,
-- each of one system or, without one, of all; of assertions, over every validator whose name
-- begins with theirs, but for those that the tool does not count (`is_counted` false). A named
-- score counts as often as its weight says. `reading` is `ours`, by the rules of facts.scored, or
-- `theirs`, by the verdicts as they were given, also those on an attempt without an answer, and
-- by what a tool makes of a grade that nobody knows. Counts of suites of tests are those of
-- facts.tallied_suites.
--
-- grain: run_id, event_id, reading
-- for: facts.reported_scores

create or replace view facts.tallied_figures as

with tallies as (
    from (
        values
        ('testPassCount', 'success', 'right'),
        ('testFailCount', 'success', 'wrong'),
        ('testErrorCount', 'success', 'failed'),
        ('successes', 'success', 'right'),
        ('failures', 'success', 'wrong'),
        ('errors', 'success', 'failed'),
        ('assertPassCount', 'assert', 'right'),
        ('assertFailCount', 'assert', 'wrong'),
        ('score', 'score', 'sum'),
        ('namedScores', 'metric', 'sum'),
        ('testPassed', 'success', 'right'),
        ('testFailed', 'success', 'wrong'),
        ('passes', 'metric', 'right'),
        ('fails', 'metric', 'wrong'),
        ('errors', 'metric', 'failed')
    ) as tallies (metric, family, tally)
),

figures as (
    select
        reported_figures.run_id,
        reported_figures.event_id,
        reported_figures.system_id,
        reported_figures.validator_id,
        tallies.family,
        tallies.tally
    from facts.reported_figures
    inner join tallies
        on
            reported_figures.metric = tallies.metric
            and split_part(reported_figures.validator_id, '.', 1) = tallies.family
),

-- A named score's weight stands in its verdict, and nowhere else; so does what a tool makes of a
-- grade that nobody knows, and whether it counts an assertion.
details as (
    select
        verdicts.run_id,
        verdicts.event_id,
        try_cast(json_extract_string(events.payload, '$.metric_weight') as double) as weight,
        macros.scorer_number(json_extract_string(events.payload, '$.scorer_value'))
            as written_number,
        json_extract(events.payload, '$.is_counted') = 'false'::json as is_left_out
    from facts.verdicts
    inner join log.events using (run_id, event_id)
    where
        verdicts.run_id in (select figures.run_id from figures)
        and (
            verdicts.outcome in ('unscored', 'error')
            or starts_with(verdicts.validator_id, 'metric.')
            or starts_with(verdicts.validator_id, 'assert.')
        )
),

judged_attempts as (
    select
        scored.run_id,
        scored.system_id,
        scored.validator_id,
        split_part(scored.validator_id, '.', 1) as family,
        scored.status = 'error' as is_unanswered,
        is_unanswered or coalesce(scored.outcome = 'error', false) as is_failed,
        scored.is_right,
        verdicts.outcome,
        details.written_number,
        coalesce(details.weight, 1) * case
            when scored.weight is not null
                then coalesce(
                    macros.correctness(scored.is_right, scored.score), scored.value
                )
        end as number,
        coalesce(details.weight, 1)
        * coalesce(
            macros.verdict_number(verdicts.outcome, verdicts.score, verdicts.value),
            details.written_number
        ) as tool_number
    from facts.scored
    left join facts.verdicts using (run_id, system_id, case_id, attempt, validator_id)
    left join details
        on verdicts.run_id = details.run_id and verdicts.event_id = details.event_id
    where
        scored.run_id in (select figures.run_id from figures)
        and not coalesce(details.is_left_out, false)
),

counts as (
    select
        figures.run_id,
        figures.event_id,
        figures.tally,
        count(*) filter (where judged_attempts.is_failed) as failed_count,
        count(*) filter (where judged_attempts.is_right) as right_count,
        count(*) filter (where not judged_attempts.is_right) as wrong_count,
        coalesce(sum(judged_attempts.number), 0) as number_sum,
        count(*) filter (
            where
            judged_attempts.outcome = 'right'
            or judged_attempts.outcome in ('error', 'unscored')
            and judged_attempts.written_number = 1
        ) as tool_right_count,
        count(*) filter (
            where
            judged_attempts.outcome = 'wrong'
            or judged_attempts.outcome in ('error', 'unscored')
            and coalesce(judged_attempts.written_number, 0) != 1
        ) as tool_wrong_count,
        count(*) filter (where judged_attempts.is_unanswered) as tool_failed_count,
        coalesce(sum(judged_attempts.tool_number), 0) as tool_number_sum,
        count(judged_attempts.run_id) as value_count
    from figures
    left join judged_attempts
        on
            figures.run_id = judged_attempts.run_id
            and (
                figures.system_id is null or figures.system_id = judged_attempts.system_id
            )
            and figures.family = judged_attempts.family
            and (
                figures.family != 'metric'
                or figures.validator_id = judged_attempts.validator_id
            )
    group by all
)

select
    run_id,
    event_id,
    'ours' as reading,
    value_count,
    case tally
        when 'right' then right_count
        when 'wrong' then wrong_count
        when 'failed' then failed_count
        else number_sum
    end::double as computed_value
from counts
union all
select
    run_id,
    event_id,
    'theirs' as reading,
    value_count,
    case tally
        when 'right' then tool_right_count
        when 'wrong' then tool_wrong_count
        when 'failed' then tool_failed_count
        else tool_number_sum
    end::double as computed_value
from counts
union all
select
    run_id,
    event_id,
    'ours' as reading,
    value_count,
    value_count::double as computed_value
from facts.tallied_suites;
