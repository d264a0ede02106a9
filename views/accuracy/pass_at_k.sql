-- Pass@k: the probability that at least one of k attempts at a case is right, over the cases.
--
-- Of a case's n attempts c are right; the chance is that of k attempts drawn from the n without
-- replacement, which does not depend on their order. An attempt counts as in accuracy: abstained,
-- missing and unparsable ones are not right, a graded one is right from one half on, and one that
-- failed or has no judgement is none. A case with fewer than k attempts is left out: error_count
-- where errors are what it lacks, unscored_count else.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant
-- unit: share of cases
-- range: 0 to 1
-- better: higher
-- default: k=1
-- source: mean of 1 - C(n - c, k) / C(n, k); Chen et al. 2021 (arXiv 2107.03374); Student's t over
--     the chances of the cases, cut off at 0 and 1, Wilson (1927) where every case has one attempt
-- parameter: k, integer 1 to 100000, default 1, 2, 5, 10: how many attempts are drawn
-- empty: no_response, no_verdict, nothing_right_or_wrong, too_few_attempts
-- counts: facts.counted_draws
-- numerator: weight * macros.passing_chance(attempt_count, right_count, drawn_count)

create or replace view metrics.pass_at_k as

with chances as (
    select
        drawn_attempts.*,
        macros.passing_chance(attempt_count, right_count, drawn_count) as chance,
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
    avg(chance order by chance) as pass_at_k,
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
