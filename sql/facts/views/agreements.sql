-- How far the ratings of two validators coincide over a system's answers, all attempts included.
--
-- Any two that gave a verdict on the same answers, in the order of their names; are_ratings says
-- whether both verdicts are about the answer being right. Counted where both rated: right, wrong
-- or abstained. Of the others, error_count is where a validator broke and unscored_count the rest.
-- What never came has no verdict, and is in neither. p(i, j) is the share of the counted answers
-- that the left rater puts into i and the right one into j.
--
--     agreed_count    of p(i, i)
--     observed_share  the sum of p(i, i)
--     expected_share  the sum of p(i, +) p(+, i): how often they would agree by chance
--     linear_sum      the sum of p(i, i) (p(+, i) + p(i, +))
--     square_sum      the sum of p(i, j) (p(+, i) + p(j, +)) squared
--
-- The last two are what the standard error of kappa is made of; the shares are null where nothing
-- is counted.
--
-- grain: run_id, system_id, left_validator_id, right_validator_id, are_ratings
-- for: metrics

create or replace view facts.agreements as

with counted_pairs as (
    select
        run_id, system_id, left_validator_id, right_validator_id,
        are_ratings,
        count(*) as answer_count,
        count(*) filter (
            where
            left_rating is not null
            and right_rating is not null
        ) as rated_count,
        count(*) filter (where is_error) as error_count,
        count(*) filter (
            where left_rating = 'right' and right_rating = 'right'
        ) as right_right,
        count(*) filter (
            where left_rating = 'right' and right_rating = 'wrong'
        ) as right_wrong,
        count(*) filter (
            where left_rating = 'right' and right_rating = 'abstained'
        ) as right_abstained,
        count(*) filter (
            where left_rating = 'wrong' and right_rating = 'right'
        ) as wrong_right,
        count(*) filter (
            where left_rating = 'wrong' and right_rating = 'wrong'
        ) as wrong_wrong,
        count(*) filter (
            where left_rating = 'wrong' and right_rating = 'abstained'
        ) as wrong_abstained,
        count(*) filter (
            where left_rating = 'abstained' and right_rating = 'right'
        ) as abstained_right,
        count(*) filter (
            where left_rating = 'abstained' and right_rating = 'wrong'
        ) as abstained_wrong,
        count(*) filter (
            where left_rating = 'abstained' and right_rating = 'abstained'
        ) as abstained_abstained
    from facts.rating_pairs
    group by all
),

marginal_shares as (
    select
        counted_pairs.*,
        (right_right + right_wrong + right_abstained) / nullif(rated_count, 0) as left_right,
        (wrong_right + wrong_wrong + wrong_abstained) / nullif(rated_count, 0) as left_wrong,
        (abstained_right + abstained_wrong + abstained_abstained) / nullif(rated_count, 0)
            as left_abstained,
        (right_right + wrong_right + abstained_right) / nullif(rated_count, 0) as other_right,
        (right_wrong + wrong_wrong + abstained_wrong) / nullif(rated_count, 0) as other_wrong,
        (right_abstained + wrong_abstained + abstained_abstained) / nullif(rated_count, 0)
            as other_abstained
    from counted_pairs
)

select
    run_id, system_id, left_validator_id, right_validator_id,
    are_ratings,
    rated_count,
    error_count,
    answer_count - rated_count - error_count as unscored_count,
    right_right + wrong_wrong + abstained_abstained as agreed_count,
    (right_right + wrong_wrong + abstained_abstained) / nullif(rated_count, 0) as observed_share,
    left_right * other_right
    + left_wrong * other_wrong
    + left_abstained * other_abstained as expected_share,
    (
        right_right * (other_right + left_right)
        + wrong_wrong * (other_wrong + left_wrong)
        + abstained_abstained * (other_abstained + left_abstained)
    ) / rated_count as linear_sum,
    (
        right_right * pow(other_right + left_right, 2)
        + right_wrong * pow(other_right + left_wrong, 2)
        + right_abstained * pow(other_right + left_abstained, 2)
        + wrong_right * pow(other_wrong + left_right, 2)
        + wrong_wrong * pow(other_wrong + left_wrong, 2)
        + wrong_abstained * pow(other_wrong + left_abstained, 2)
        + abstained_right * pow(other_abstained + left_right, 2)
        + abstained_wrong * pow(other_abstained + left_wrong, 2)
        + abstained_abstained * pow(other_abstained + left_abstained, 2)
    ) / rated_count as square_sum
from marginal_shares;
