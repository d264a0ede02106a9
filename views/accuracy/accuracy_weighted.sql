-- Weighted accuracy: every domain weighs what the run declared.
--
-- The mean of the domains' accuracies under the weights of `run_started.config.weights`, made to
-- add up to one over the domains of the slice in which something was scored. A domain without a
-- declared weight is left out; domain_count says how many went in. Null where no weight was
-- declared.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: weighted mean of shares
-- range: 0 to 1
-- better: higher
-- source: sum of weight * accuracy over domains / sum of their weights; interval as that of
--     accuracy_macro
-- resamples: no, a mean over domains
-- empty: no_response, no_verdict, nothing_right_or_wrong, no_weight
-- counts: facts.counted_domains
-- weight: declared_weight * domain_share
-- numerator: declared_weight * domain_share * correctness

create or replace view metrics.accuracy_weighted as

with weighted_domains as (
    select
        domain_accuracies.*,
        case when domain_accuracies.accuracy is not null then run_weights.weight end as weight
    from facts.domain_accuracies
    left join facts.run_weights using (run_id, domain)
),

means as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, is_primary_validator,
        scored_count, missing_count, error_count, unscored_count,
        attempt_count, left_out_attempt_count,
        count(weight) as domain_count,
        macros.steady_sum(weight * accuracy) / nullif(macros.steady_sum(weight), 0) as share,
        macros.stratified_variance(weight, domain_scored_count, deviation_square_sum) as variance,
        macros.stratified_degrees(weight, domain_scored_count, deviation_square_sum) as degrees,
        pow(macros.steady_sum(weight), 2)
        / macros.steady_sum(weight * weight / domain_scored_count) as draw_count
    from weighted_domains
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
    share as accuracy_weighted,
    macros.stratified_low(share, variance, trial_count, draw_count) as ci_low,
    macros.stratified_high(share, variance, trial_count, draw_count) as ci_high
from estimates;
