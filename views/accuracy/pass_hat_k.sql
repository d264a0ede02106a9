-- Pass^k: the probability that all of k attempts at a case are right, averaged over the cases.
--
-- Of a case's n attempts c are right; the chance is that of k attempts drawn from the n without
-- replacement. Where pass_at_k asks whether a system can, this asks whether it always does. What
-- counts, and who is left out, is as in pass_at_k.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of cases
-- range: 0 to 1
-- better: higher
-- default: k=1
-- source: mean of C(c, k) / C(n, k), pass^k; Yao et al. 2024 (tau-bench, arXiv 2406.12045);
--     interval as that of pass_at_k
-- parameter: k, integer 1 to 100000, default 1, 2, 5, 10: how many attempts are drawn
-- empty: no_response, no_verdict, nothing_right_or_wrong, too_few_attempts
-- counts: facts.counted_draws
-- numerator: weight * macros.all_passing_chance(attempt_count, right_count, drawn_count)

create or replace view metrics.pass_hat_k as

with chances as (
    select
        drawn_attempts.*,
        macros.all_passing_chance(attempt_count, right_count, drawn_count) as chance,
        case when not is_left_out then attempt_count end as drawn_from_count
    from facts.drawn_attempts
)

select
    run_id, system_id, validator_id, slice_name, slice_value, variant,
    bool_or(is_primary_validator) as is_primary_validator,
    count(*) filter (where not is_left_out) as scored_count,
    count(*) filter (where is_missing) as missing_count,
    count(*) filter (where is_failed) as error_count,
    count(*) filter (where is_left_out and not is_failed) as unscored_count,
    sum(expected_count)::bigint as attempt_count,
    sum(expected_count - attempt_count)::bigint as left_out_attempt_count,
    avg(chance order by chance) as pass_hat_k,
    macros.share_low(
        macros.steady_sum(chance), stddev_samp(chance order by chance), count(chance),
        sum(drawn_from_count)
    ) as ci_low,
    macros.share_high(
        macros.steady_sum(chance), stddev_samp(chance order by chance), count(chance),
        sum(drawn_from_count)
    ) as ci_high
from chances
group by all;
