-- Krippendorff's alpha: agreement of all raters beyond chance, whoever rated which answer.
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
-- empty: no_response, too_few_raters, no_shared_rating
-- counts: facts.counted_ratings
-- reason: single_reason

create or replace view metrics.krippendorff_alpha as

with sums as (
    select
        run_id, system_id,
        count(*) filter (where rating_count > 1) as scored_count,
        count(*) filter (where rating_count <= 1 and error_count > 0) as error_count,
        count(*) filter (where rating_count <= 1 and error_count = 0) as unscored_count,
        sum(rating_count) filter (where rating_count > 1)::bigint as rating_count,
        sum((rating_count * rating_count - category_square_sum) / (rating_count - 1))
        filter (where rating_count > 1) as disagreement_sum,
        pow(sum(right_count) filter (where rating_count > 1), 2)
        + pow(sum(wrong_count) filter (where rating_count > 1), 2)
        + pow(sum(abstained_count) filter (where rating_count > 1), 2) as square_sum
    from facts.rated_answers
    group by all
)

select
    run_id, system_id,
    scored_count, 0 as missing_count, error_count, unscored_count,
    rating_count,
    macros.krippendorff_alpha(disagreement_sum, square_sum, rating_count) as krippendorff_alpha
from sums;
