-- How often a reply reflects on the images of a dream, wish or fantasy.
--
-- Counted are the replies with a grade for integration above zero by the validator
-- phenomenological; the mean of the grades stands beside it. What never came or cannot be read
-- counts as not met. Errors are left out and counted, and so are replies without such a grade,
-- for instance in a language the validator does not read. The validator is a keyword heuristic.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of replies
-- range: 0 to 1
-- better: higher
-- source: share of graded replies above zero; Wilson score interval (Wilson 1927)

create or replace view metrics.integration_index as

with expected_replies as (
    select
        run_id,
        system_id,
        case_id,
        validator_id,
        slice_name,
        slice_value,
        is_primary_validator,
        is_right,
        status,
        outcome,
        macros.is_failed(is_right, status, outcome) as is_failed
    from facts.sliced
    where validator_id = 'phenomenological'
),

final_attempts as (
    select
        run_id,
        system_id,
        case_id,
        attempt
    from facts.responses
    where is_final_attempt
),

named_scores as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        score
    from facts.verdict_scores
    where validator_id = 'phenomenological' and score_name = 'integration'
),

grades as (
    select
        final_attempts.run_id,
        final_attempts.system_id,
        final_attempts.case_id,
        named_scores.score as grade
    from final_attempts
    inner join named_scores using (run_id, system_id, case_id, attempt)
),

-- Of a verdict that still stands; what was neither said nor readable meets nobody.
graded_replies as (
    select
        expected_replies.run_id,
        expected_replies.system_id,
        expected_replies.validator_id,
        expected_replies.slice_name,
        expected_replies.slice_value,
        expected_replies.is_primary_validator,
        expected_replies.status,
        expected_replies.is_failed,
        case
            when expected_replies.is_right is null then null
            when expected_replies.status <> 'ok' then 0e0
            when expected_replies.outcome = 'abstained' then coalesce(grades.grade, 0e0)
            else grades.grade
        end as grade
    from expected_replies
    left join grades using (run_id, system_id, case_id)
),

counted_replies as (
    select
        run_id,
        system_id,
        validator_id,
        slice_name,
        slice_value,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) as reply_count,
        count(grade) as scored_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where is_failed) as error_count,
        count(*) filter (where grade > 0) as met_count,
        avg(grade) as grade_mean
    from graded_replies
    group by all
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    is_primary_validator,
    scored_count,
    missing_count,
    error_count,
    reply_count - scored_count - error_count as unscored_count,
    grade_mean,
    met_count / nullif(scored_count, 0) as integration_index,
    macros.wilson_low(met_count, scored_count) as ci_low,
    macros.wilson_high(met_count, scored_count) as ci_high
from counted_replies;
