-- How far all raters of a system's answers agree beyond chance, whoever rated which.
--
-- 1 is full agreement and 0 what chance gives. Each answer with two ratings or more counts, so
-- that raters need not have rated all; the categories, right, wrong and abstained, have no order.
-- Who the raters are is as in percent_agreement; for others, name them:
-- `from macros.krippendorff_alpha_of('r1', ['jo', 'kim', 'evidence'])`. Every attempt is an answer
-- of its own. One with fewer ratings is left out: error_count where a rater broke,
-- unscored_count else. What never came has no verdict, so that missing_count is 0. Null where all
-- ratings are of one category. Its interval has no closed form.
--
-- grain: run_id, system_id
-- unit: share of the agreement that chance does not give
-- range: -1 to 1
-- better: higher
-- source: 1 - observed / expected disagreement, nominal; Krippendorff 2011

create or replace view metrics.krippendorff_alpha as

with ratings as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        outcome,
        macros.is_rating(outcome) as is_rating
    from facts.verdicts
    where macros.is_rater(validator_id)
),

answers as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        count(*) filter (where is_rating) as rating_count,
        count(*) filter (where outcome = 'error') as error_count,
        count(*) filter (where outcome = 'right') as right_count,
        count(*) filter (where outcome = 'wrong') as wrong_count,
        count(*) filter (where outcome = 'abstained') as abstained_count
    from ratings
    group by all
),

paired_answers as (
    select
        run_id,
        system_id,
        error_count,
        right_count,
        wrong_count,
        abstained_count,
        case when rating_count > 1 then rating_count end as rating_count
    from answers
),

sums as (
    select
        run_id,
        system_id,
        count(rating_count) as scored_count,
        count(*) filter (where rating_count is null and error_count > 0) as error_count,
        count(*) filter (where rating_count is null and error_count = 0) as unscored_count,
        sum(rating_count) as rating_count,
        sum(right_count) filter (where rating_count is not null) as right_count,
        sum(wrong_count) filter (where rating_count is not null) as wrong_count,
        sum(abstained_count) filter (where rating_count is not null) as abstained_count,
        sum((
            rating_count * rating_count
            - right_count * right_count
            - wrong_count * wrong_count
            - abstained_count * abstained_count
        ) / (rating_count - 1)) as disagreement_sum
    from paired_answers
    group by all
)

select
    run_id,
    system_id,
    scored_count,
    0 as missing_count,
    error_count,
    unscored_count,
    rating_count::bigint as rating_count,
    macros.krippendorff_alpha(
        disagreement_sum,
        right_count * right_count + wrong_count * wrong_count + abstained_count * abstained_count,
        rating_count
    ) as krippendorff_alpha
from sums;
