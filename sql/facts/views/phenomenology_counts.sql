-- How many replies to a dream, wish or fantasy have a grade above zero: respect, and so on.
--
-- The grades are those that the validator phenomenological gave the final response, if its verdict
-- still stands, for respect, integration and orientation. What never came or cannot be read has
-- the grade 0, and so has an abstention without a grade. combined is the smallest of the three:
-- known where all are, and where one of them is zero.
--
-- Of each grade there is how many replies have it (respect_count), how many above zero
-- (respect_met_count) and the mean. error_count holds replies lost to an error of the system or
-- the validator; they have no grade.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value

create or replace view facts.phenomenology_counts as

with final_attempts as (
    select run_id, system_id, case_id, attempt
    from facts.responses
    where is_final_attempt
),

named_scores as (
    select run_id, system_id, case_id, attempt, score_name, score
    from facts.verdict_scores
    where
        validator_id = 'phenomenological'
        and score_name in ('respect', 'integration', 'orientation')
),

given_grades as (
    select
        run_id, system_id, case_id,
        min(score) filter (where score_name = 'respect') as respect,
        min(score) filter (where score_name = 'integration') as integration,
        min(score) filter (where score_name = 'orientation') as orientation,
        case when min(score) = 0 or count(score) = 3 then min(score) end as combined
    from final_attempts
    inner join named_scores using (run_id, system_id, case_id, attempt)
    group by run_id, system_id, case_id
),

expected_replies as (
    select
        run_id, system_id, case_id, validator_id, slice_name, slice_value, is_primary_validator,
        status,
        status = 'ok' and is_right is not null as is_graded,
        macros.is_failed(is_right, status, outcome) as is_failed,
        case
            when is_right is not null and (status <> 'ok' or outcome = 'abstained') then 0e0
        end as default_grade
    from facts.sliced
    where validator_id = 'phenomenological'
),

graded_replies as (
    select
        expected_replies.run_id, expected_replies.system_id, expected_replies.validator_id,
        expected_replies.slice_name, expected_replies.slice_value,
        expected_replies.is_primary_validator,
        expected_replies.status,
        expected_replies.is_failed,
        coalesce(given_grades.respect, expected_replies.default_grade) as respect,
        coalesce(given_grades.integration, expected_replies.default_grade) as integration,
        coalesce(given_grades.orientation, expected_replies.default_grade) as orientation,
        coalesce(given_grades.combined, expected_replies.default_grade) as combined
    from expected_replies
    left join given_grades
        on
            expected_replies.run_id = given_grades.run_id
            and expected_replies.system_id = given_grades.system_id
            and expected_replies.case_id = given_grades.case_id
            and expected_replies.is_graded
)

select
    run_id, system_id, validator_id, slice_name, slice_value,
    bool_or(is_primary_validator) as is_primary_validator,
    count(*) filter (where not is_failed) as reply_count,
    count(*) filter (where status = 'missing') as missing_count,
    count(*) filter (where is_failed) as error_count,
    count(respect) as respect_count,
    count(integration) as integration_count,
    count(orientation) as orientation_count,
    count(combined) as combined_count,
    count(*) filter (where respect > 0) as respect_met_count,
    count(*) filter (where integration > 0) as integration_met_count,
    count(*) filter (where orientation > 0) as orientation_met_count,
    count(*) filter (where combined > 0) as combined_met_count,
    avg(respect) as respect_mean,
    avg(integration) as integration_mean,
    avg(orientation) as orientation_mean
from graded_replies
group by all;
