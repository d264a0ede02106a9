-- Cohen's kappa: agreement of two raters of the same answers beyond chance.
--
-- 1 is full agreement, 0 what two raters of the same leanings reach by chance, below 0 less than
-- that. Who the raters are, what they rate and what is left out is as in percent_agreement. Null
-- where both use one and the same category only: then chance alone agrees always. The interval is
-- that of large samples, cut off at -1 and 1.
--
-- grain: run_id, system_id, variant
-- unit: share of the agreement that chance does not give
-- range: -1 to 1
-- better: higher
-- default: no, a run has the pairs of raters that it has
-- source: (observed - expected) / (1 - expected) agreement, Cohen 1960; standard error of Fleiss,
--     Cohen and Everitt 1969
-- parameters: raters=a+b, in the order of their names
-- empty: no_response, too_few_raters, no_shared_rating
-- counts: facts.rating_pairs where are_ratings

create or replace view metrics.cohen_kappa as

with kappas as (
    select
        agreements.*,
        macros.chance_corrected(observed_share, expected_share) as kappa
    from facts.agreements
    where are_ratings
),

spreads as (
    select
        kappas.*,
        macros.kappa_error(
            kappa, observed_share, expected_share, linear_sum, square_sum, rated_count
        ) as standard_error
    from kappas
)

select
    run_id, system_id,
    'raters=' || left_validator_id || '+' || right_validator_id as variant,
    rated_count as scored_count, 0 as missing_count, error_count, unscored_count,
    kappa as cohen_kappa,
    case
        when standard_error is not null
            then greatest(-1e0, kappa - 1.959963984540054e0 * standard_error)
    end as ci_low,
    case
        when standard_error is not null
            then least(1e0, kappa + 1.959963984540054e0 * standard_error)
    end as ci_high
from spreads;
