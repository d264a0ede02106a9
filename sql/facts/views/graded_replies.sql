-- The grades of each reply to a dream, wish or fantasy: respect, integration and orientation.
--
-- Those of a validator, if its verdict still stands; null without. Besides phenomenological, the
-- rules, it is every validator that gives such grades in the run, for instance a model as judge.
-- What never came or cannot be read has the grade 0, and so has an abstention without a grade.
-- combined is the smallest of the three: known where all are, and where one of them is zero.
-- Replies lost to an error of the system or the validator (is_failed) have no grade.
--
-- is_primary_validator compares those that grade only, in slices of one name: it is the run's
-- primary validator if that one grades, else phenomenological, else the only one that grades,
-- people aside.
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

replies as (
    select
        run_id, system_id, case_id, attempt, validator_id, slice_name, slice_value,
        case
            when bool_or(is_primary_validator) over graders then is_primary_validator
            when bool_or(validator_id = 'phenomenological') over graders
                then validator_id = 'phenomenological'
            else
                validator_id not like 'human:%'
                and min(case when validator_id not like 'human:%' then validator_id end)
                    over graders
                = max(case when validator_id not like 'human:%' then validator_id end)
                    over graders
        end as is_primary_validator,
        represents_case,
        status,
        status = 'ok' and is_right is not null as is_graded,
        macros.is_failed(is_right, status, outcome) as is_failed,
        case
            when is_right is not null and (status <> 'ok' or outcome = 'abstained') then 0e0
        end as default_grade
    from facts.sliced
    left join grading using (run_id, validator_id)
    where validator_id = 'phenomenological' or is_grading
    window
        graders as (partition by run_id, slice_name)
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
