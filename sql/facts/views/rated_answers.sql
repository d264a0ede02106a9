-- How many raters put an answer into each category: what agreement of more than two is made of.
--
-- Each attempt that a rater judged is an answer; what never came has no verdict and no row.
-- rater_count is how many rated any answer of the system, null where nobody did, and
-- is_rated_by_all whether each of those rated this one. category_square_sum adds up the squares of
-- an answer's counts.
--
-- grain: run_id, system_id, case_id, attempt
-- for: metrics

create or replace view facts.rated_answers as

with answers as (
    select
        run_id, system_id, case_id, attempt,
        count(rating) as rating_count,
        count(*) filter (where is_error) as error_count,
        count(*) filter (where rating = 'right') as right_count,
        count(*) filter (where rating = 'wrong') as wrong_count,
        count(*) filter (where rating = 'abstained') as abstained_count
    from facts.ratings
    where is_rating
    group by all
),

raters as (
    select
        run_id, system_id,
        count(distinct validator_id) as rater_count
    from facts.ratings
    where is_rating and rating is not null
    group by all
)

select
    answers.run_id, answers.system_id, answers.case_id, answers.attempt,
    raters.rater_count,
    coalesce(answers.rating_count = raters.rater_count, false) as is_rated_by_all,
    answers.rating_count,
    answers.error_count,
    answers.right_count,
    answers.wrong_count,
    answers.abstained_count,
    answers.right_count * answers.right_count
    + answers.wrong_count * answers.wrong_count
    + answers.abstained_count * answers.abstained_count as category_square_sum
from answers
left join raters using (run_id, system_id);
