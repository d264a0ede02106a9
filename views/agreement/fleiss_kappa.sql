-- Fleiss' kappa: agreement beyond chance of a fixed group of raters who rated every answer.
--
-- 1 is full agreement and 0 what chance gives. The raters of a system are those of
-- percent_agreement that rated any of its answers; for others, name them:
-- `from macros.fleiss_kappa_of('r1', ['jo', 'kim', 'evidence'])`. Every attempt is an answer of
-- its own. One that some of them did not rate is left out: error_count where a rater broke,
-- unscored_count else; krippendorff_alpha counts those too. What never came has no verdict, so
-- that missing_count is 0. Null for a single rater, and where all ratings are of one category.
--
-- grain: run_id, system_id
-- unit: share of the agreement that chance does not give
-- range: -1 to 1
-- better: higher
-- source: (observed - expected) / (1 - expected) agreement of pairs of raters; Fleiss 1971
-- empty: no_response, too_few_raters, no_shared_rating
-- counts: facts.counted_ratings
-- reason: incomplete_reason

create or replace view metrics.fleiss_kappa as

with sums as (
    select
        run_id, system_id,
        coalesce(max(rater_count), 0) as rater_count,
        count(*) filter (where is_rated_by_all) as scored_count,
        count(*) filter (where not is_rated_by_all and error_count > 0) as error_count,
        count(*) filter (where not is_rated_by_all and error_count = 0) as unscored_count,
        sum(category_square_sum) filter (where is_rated_by_all) as agreement_sum,
        pow(sum(right_count) filter (where is_rated_by_all), 2)
        + pow(sum(wrong_count) filter (where is_rated_by_all), 2)
        + pow(sum(abstained_count) filter (where is_rated_by_all), 2) as square_sum
    from facts.rated_answers
    group by all
)

select
    run_id, system_id,
    scored_count, 0 as missing_count, error_count, unscored_count,
    rater_count,
    macros.fleiss_kappa(agreement_sum, square_sum, scored_count, rater_count) as fleiss_kappa
from sums;
