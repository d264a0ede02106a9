-- Macro-averaged accuracy: every domain weighs the same, however many cases it has.
--
-- The unweighted mean of the accuracies of the domains present in the slice. A domain in which
-- nothing was scored is left out; domain_count says how many went in. Cases without a domain form
-- a group of their own, so that no case escapes the mean. A case counts with the mean over its
-- attempts that were scored: facts.answer_sums. The interval is that of other cases of the same
-- domains, and null where no domain has two cases that were scored.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: mean of shares
-- range: 0 to 1
-- better: higher
-- source: macro average over domains, beside the micro average of accuracy; interval of a mean of
--     strata (Cochran 1977, section 5.4; Dean and Pagano 2015)
-- resamples: no, a mean over domains
-- empty: no_response, no_verdict, nothing_right_or_wrong
-- counts: facts.counted_domains
-- weight: domain_share
-- numerator: domain_share * correctness

create or replace view metrics.accuracy_macro as

with domains as (
    select
        domain_accuracies.*,
        case when accuracy is not null then 1e0 end as domain_weight
    from facts.domain_accuracies
),

means as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
        scored_count, missing_count, error_count, unscored_count,
        attempt_count, left_out_attempt_count,
        count(accuracy) as domain_count,
        avg(accuracy order by accuracy) as share,
        macros.stratified_variance(domain_weight, domain_scored_count, deviation_square_sum)
            as variance,
        macros.stratified_degrees(domain_weight, domain_scored_count, deviation_square_sum)
            as degrees,
        pow(sum(domain_weight), 2)
        / macros.steady_sum(domain_weight * domain_weight / domain_scored_count)
            as draw_count
    from domains
    group by all
),

estimates as (
    select
        means.*,
        macros.stratified_trials(share, variance, degrees) as trial_count
    from means
)

select
    run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
    scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count,
    domain_count,
    share as accuracy_macro,
    macros.stratified_low(share, variance, trial_count, draw_count) as ci_low,
    macros.stratified_high(share, variance, trial_count, draw_count) as ci_high
from estimates;
