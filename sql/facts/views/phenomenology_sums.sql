-- The counts and sums that the indices of phenomenology are made of.
--
-- A case counts with the mean over its attempts that have the grade, however many they are. For
-- each grade of graded_replies there is:
--
--     respect_count            cases of which at least one attempt has it
--     respect_attempt_count    the attempts that have it
--     respect_sum              over cases, the share of them above zero, with its deviation
--     respect_mean             the mean grade
--
-- validator_version, validator_digest and judge_note say who judged: see facts.judge_versions.
-- case_count is all cases, missing_count those of which no reply came, error_count those that were
-- lost to errors.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value
-- for: metrics

create or replace view facts.phenomenology_sums as

with cases as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, case_id,
        bool_or(is_primary_validator) as is_primary_validator,
        bool_or(represents_case and status = 'missing') as is_missing,
        bool_or(represents_case and is_failed) as is_failed,
        count(*) as attempt_count,
        count(respect) as respect_attempt_count,
        avg((respect > 0)::integer) as respect_share,
        avg(respect order by respect) as respect_mean,
        count(integration) as integration_attempt_count,
        avg((integration > 0)::integer) as integration_share,
        avg(integration order by integration) as integration_mean,
        count(orientation) as orientation_attempt_count,
        avg((orientation > 0)::integer) as orientation_share,
        avg(orientation order by orientation) as orientation_mean,
        count(combined) as combined_attempt_count,
        avg((combined > 0)::integer) as combined_share
    from facts.graded_replies
    group by all
),

sums as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) as case_count,
        count(*) filter (where is_missing) as missing_count,
        count(*) filter (where is_failed) as error_count,
        sum(attempt_count)::bigint as attempt_count,
        count(respect_share) as respect_count,
        sum(respect_attempt_count) as respect_attempt_count,
        macros.steady_sum(respect_share) as respect_sum,
        stddev_samp(respect_share order by respect_share) as respect_deviation,
        avg(respect_mean order by respect_mean) as respect_mean,
        count(integration_share) as integration_count,
        sum(integration_attempt_count) as integration_attempt_count,
        macros.steady_sum(integration_share) as integration_sum,
        stddev_samp(integration_share order by integration_share) as integration_deviation,
        avg(integration_mean order by integration_mean) as integration_mean,
        count(orientation_share) as orientation_count,
        sum(orientation_attempt_count) as orientation_attempt_count,
        macros.steady_sum(orientation_share) as orientation_sum,
        stddev_samp(orientation_share order by orientation_share) as orientation_deviation,
        avg(orientation_mean order by orientation_mean) as orientation_mean,
        count(combined_share) as combined_count,
        sum(combined_attempt_count) as combined_attempt_count,
        macros.steady_sum(combined_share) as combined_sum,
        stddev_samp(combined_share order by combined_share) as combined_deviation
    from cases
    group by all
)

select
    sums.*,
    judge_versions.validator_version,
    judge_versions.validator_digest,
    judge_versions.judge_note
from sums
left join facts.judge_versions
    on
        sums.run_id = judge_versions.run_id
        and sums.system_id = judge_versions.system_id
        and sums.validator_id = judge_versions.validator_id;
