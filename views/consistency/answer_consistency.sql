-- Self-consistency: how often a system gives the same answer to the same question again.
--
-- Of each case the chance that two of its attempts, drawn at random, give the same parsed answer,
-- whatever it is worth; blanks around an answer and capitals do not tell answers apart. The mean
-- over the cases with two answers or more. A case with fewer is left out: missing_count holds
-- those of which no reply came, error_count those lost to errors, unscored_count the rest.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- unit: share of pairs of attempts
-- range: 0 to 1
-- better: higher
-- source: mean of sum n_a (n_a - 1) / (n (n - 1)) over the answers a of a case: the agreement P_i
--     of Fleiss 1971; Student's t over the cases, cut off at 0 and 1, Wilson (1927) where they do
--     not differ
-- empty: no_response, no_verdict, too_few_attempts
-- outcomes: not read
-- counts: facts.counted_repetitions
-- numerator: weight * (equal_count - 1) / nullif(answer_count - 1, 0)

create or replace view metrics.answer_consistency as

with answers as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, case_id,
        given_answer,
        bool_or(is_primary_validator) as is_primary_validator,
        bool_or(represents_case and status = 'missing') as is_missing,
        bool_or(represents_case and is_failed) as is_failed,
        count(*) as attempt_count,
        count(*) filter (where is_right is null) as left_out_attempt_count
    from facts.sliced_answers
    group by all
),

cases as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, case_id,
        bool_or(is_primary_validator) as is_primary_validator,
        bool_or(is_missing) as is_missing,
        bool_or(is_failed) as is_failed,
        coalesce(sum(attempt_count) filter (where given_answer is not null), 0) as answer_count,
        sum(attempt_count * (attempt_count - 1)) filter (where given_answer is not null)
            as equal_count,
        sum(attempt_count) as attempt_count,
        sum(left_out_attempt_count) as left_out_attempt_count
    from answers
    group by all
),

agreements as (
    select
        cases.*,
        equal_count / nullif(answer_count * (answer_count - 1), 0) as agreement
    from cases
)

select
    run_id, system_id, validator_id, slice_name, slice_value,
    bool_or(is_primary_validator) as is_primary_validator,
    count(*) filter (where answer_count > 1) as scored_count,
    count(*) filter (where answer_count < 2 and is_missing) as missing_count,
    count(*) filter (where answer_count < 2 and is_failed) as error_count,
    count(*) filter (where answer_count < 2 and not is_missing and not is_failed)
        as unscored_count,
    sum(attempt_count)::bigint as attempt_count,
    sum(left_out_attempt_count)::bigint as left_out_attempt_count,
    avg(agreement order by agreement) as answer_consistency,
    macros.share_low(
        macros.steady_sum(agreement), stddev_samp(agreement order by agreement), count(agreement),
        sum(answer_count)
    ) as ci_low,
    macros.share_high(
        macros.steady_sum(agreement), stddev_samp(agreement order by agreement), count(agreement),
        sum(answer_count)
    ) as ci_high
from agreements
group by all;
