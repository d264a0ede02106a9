-- Each attempt once for each two validators that gave a verdict on it, with their ratings.
--
-- The two stand in the order of their names. are_ratings says whether both verdicts are about the
-- answer being right; reason is null where both rated, else it says why the pair does not count.
--
-- grain: run_id, system_id, case_id, attempt, left_validator_id, right_validator_id
-- for: metrics

create or replace view facts.rating_pairs as

select
    left_ratings.run_id, left_ratings.system_id, left_ratings.case_id, left_ratings.attempt,
    left_ratings.validator_id as left_validator_id,
    right_ratings.validator_id as right_validator_id,
    'raters=' || left_ratings.validator_id || '+' || right_ratings.validator_id as variant,
    left_ratings.is_rating and right_ratings.is_rating as are_ratings,
    left_ratings.rating as left_rating,
    right_ratings.rating as right_rating,
    left_ratings.is_error or right_ratings.is_error as is_error,
    case
        when left_ratings.is_error or right_ratings.is_error then 'error: a validator failed'
        when left_ratings.rating is null or right_ratings.rating is null then 'not rated by both'
    end as reason
from facts.ratings as left_ratings
inner join facts.ratings as right_ratings
    on
        left_ratings.run_id = right_ratings.run_id
        and left_ratings.system_id = right_ratings.system_id
        and left_ratings.case_id = right_ratings.case_id
        and left_ratings.attempt = right_ratings.attempt
        and left_ratings.validator_id < right_ratings.validator_id;
