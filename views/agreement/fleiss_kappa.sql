-- How far a fixed group of raters agrees beyond chance, where each of them rated the answer.
--
-- 1 is full agreement and 0 what chance gives. The raters of a system are those that rated any of
-- its answers, among them whom macros.is_rater lets in; for others, name them:
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

create or replace view metrics.fleiss_kappa as

with ratings as not materialized (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        validator_id,
        outcome,
        macros.is_rating(outcome) as is_rating
    from facts.verdicts
    where macros.is_rater(validator_id)
),

raters as (
    select
        run_id,
        system_id,
        count(distinct validator_id) as rater_count
    from ratings
    where is_rating
    group by all
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

rated_answers as (
    select
        answers.run_id,
        answers.system_id,
        answers.error_count,
        answers.right_count,
        answers.wrong_count,
        answers.abstained_count,
        raters.rater_count,
        coalesce(answers.rating_count = raters.rater_count, false) as is_rated
    from answers
    left join raters using (run_id, system_id)
),

sums as (
    select
        run_id,
        system_id,
        coalesce(max(rater_count), 0) as rater_count,
        count(*) filter (where is_rated) as scored_count,
        count(*) filter (where not is_rated and error_count > 0) as error_count,
        count(*) filter (where not is_rated and error_count = 0) as unscored_count,
        sum(right_count) filter (where is_rated) as right_count,
        sum(wrong_count) filter (where is_rated) as wrong_count,
        sum(abstained_count) filter (where is_rated) as abstained_count,
        sum(
            right_count * right_count
            + wrong_count * wrong_count
            + abstained_count * abstained_count
        ) filter (where is_rated) as agreement_sum
    from rated_answers
    group by all
)

select
    run_id,
    system_id,
    scored_count,
    0 as missing_count,
    error_count,
    unscored_count,
    rater_count,
    macros.fleiss_kappa(
        agreement_sum,
        right_count * right_count + wrong_count * wrong_count + abstained_count * abstained_count,
        scored_count,
        rater_count
    ) as fleiss_kappa
from sums;
