-- Percent agreement: how often two raters of the same answers give the same rating.
--
-- Raters are those whose verdicts say whether the answer is right, as the run or the verdict
-- declares, see facts.ratings; where nothing is declared, factual alone, which agrees with no one.
-- For any other raters, name them: `from macros.cohen_kappa_of('r1', ['evidence', 'jo'])`. Ratings
-- are right, wrong and abstained, of every attempt that both gave a verdict on. Where one of them
-- broke, or could not decide, the answer is left out and counted. Read cohen_kappa beside it: who
-- says right nearly always agrees often by chance. What never came has no verdict, so that
-- missing_count is 0, and raters without a common answer have no row.
--
-- grain: run_id, system_id, variant
-- unit: share of answers that both rated
-- range: 0 to 1
-- better: higher
-- default: no, a run has the pairs of raters that it has
-- source: equal ratings / answers that both rated; Wilson score interval (Wilson 1927)
-- parameters: raters=a+b, in the order of their names
-- empty: no_response, too_few_raters, no_shared_rating
-- counts: facts.rating_pairs where are_ratings
-- numerator: case when left_rating = right_rating then 1 else 0 end

create or replace view metrics.percent_agreement as

select
    run_id, system_id,
    'raters=' || left_validator_id || '+' || right_validator_id as variant,
    rated_count as scored_count, 0 as missing_count, error_count, unscored_count,
    observed_share as percent_agreement,
    macros.wilson_low(agreed_count, rated_count) as ci_low,
    macros.wilson_high(agreed_count, rated_count) as ci_high
from facts.agreements
where are_ratings;
