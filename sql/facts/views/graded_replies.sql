-- The grades of each reply to a dream, wish or fantasy: respect, integration and orientation.
--
-- Those of a validator, if its verdict still stands; null without. Besides phenomenological, the
-- rules, it is every validator that gives such grades in the run, for instance a model as judge.
-- What never came or cannot be read has the grade 0, and so has an abstention without a grade.
-- combined is the smallest of the three: known where all are, and where one of them is zero.
-- Replies lost to an error of the system or the validator (is_failed) have no grade.
--
-- is_primary_validator compares those that grade only: it is the run's primary validator if that
-- one grades, else phenomenological, else the only one that grades, people aside.
--
-- grain: run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.graded_replies as

with given_grades as (
    select
        run_id, system_id, case_id, attempt, validator_id,
        min(score) filter (where score_name = 'respect') as respect,
        min(score) filter (where score_name = 'integration') as integration,
        min(score) filter (where score_name = 'orientation') as orientation,
        case when min(score) = 0 or count(score) = 3 then min(score) end as combined
    from facts.verdict_scores
    where score_name in ('respect', 'integration', 'orientation')
    group by run_id, system_id, case_id, attempt, validator_id
),

grading as (
    select distinct run_id, validator_id, true as is_grading
    from facts.verdict_scores
    where score_name in ('respect', 'integration', 'orientation')
),

graders as (
    select distinct
        answer_sums.run_id,
        answer_sums.validator_id,
        answer_sums.is_primary_validator
    from facts.answer_sums
    left join grading
        on
            answer_sums.run_id = grading.run_id
            and answer_sums.validator_id = grading.validator_id
    where
        answer_sums.slice_name = 'all'
        and (answer_sums.validator_id = 'phenomenological' or grading.is_grading)
),

primary_graders as (
    select
        run_id,
        coalesce(
            min(validator_id) filter (where is_primary_validator),
            min(validator_id) filter (where validator_id = 'phenomenological'),
            case
                when count(*) filter (where validator_id not like 'human:%') = 1
                    then min(validator_id) filter (where validator_id not like 'human:%')
            end
        ) as primary_id
    from graders
    group by run_id
),

replies as (
    select
        run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value,
        coalesce(validator_id = primary_graders.primary_id, false) as is_primary_validator,
        represents_case,
        status,
        status = 'ok' and is_right is not null as is_graded,
        macros.is_failed(is_right, status, outcome) as is_failed,
        case
            when is_right is not null and (status <> 'ok' or outcome = 'abstained') then 0e0
        end as default_grade
    from facts.sliced
    left join grading using (run_id, validator_id)
    left join primary_graders using (run_id)
    where validator_id = 'phenomenological' or is_grading
)

select
    replies.run_id, replies.system_id, replies.case_id, replies.attempt, replies.validator_id,
    replies.slice_name, replies.slice_value,
    replies.is_primary_validator,
    replies.represents_case,
    replies.status,
    replies.is_failed,
    coalesce(given_grades.respect, replies.default_grade) as respect,
    coalesce(given_grades.integration, replies.default_grade) as integration,
    coalesce(given_grades.orientation, replies.default_grade) as orientation,
    coalesce(given_grades.combined, replies.default_grade) as combined
from replies
left join given_grades
    on
        replies.run_id = given_grades.run_id
        and replies.system_id = given_grades.system_id
        and replies.case_id = given_grades.case_id
        and replies.attempt = given_grades.attempt
        and replies.validator_id = given_grades.validator_id
        and replies.is_graded;
