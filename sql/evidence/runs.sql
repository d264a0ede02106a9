-- The runs of a suite in a period, oldest first, or one run: what was asked, and what came.
--
-- Counts of responses are by status; missing_count is of those that were recorded as missing, and
-- of those that never came. redacted_count is of events without their payload.
--
-- Parameters: run_id, or null; suite, since and until, the first moment of the period and the
-- first after it, null for a period without an end.
--
-- grain: run_id

with chosen_runs as (
    select *
    from facts.runs
    where
        case
            when $run_id is not null then run_id = $run_id
            else
                suite = $suite
                and started_at >= $since
                and ($until is null or started_at < $until)
        end
),

case_counts as (
    select
        run_id,
        count(*) as case_count,
        count(*) filter (where is_canary) as canary_count,
        count(distinct cluster_id) as cluster_count
    from facts.cases
    group by run_id
),

response_counts as (
    select
        run_id,
        count(*) as response_count,
        count(*) filter (where status = 'ok') as ok_count,
        count(*) filter (where status = 'error') as error_count,
        count(*) filter (where status = 'missing') as missing_count,
        count(*) filter (where status = 'unparsable') as unparsable_count,
        count(distinct system_id) as system_count,
        max(attempt) as attempt_count
    from facts.responses
    group by run_id
),

missing_counts as (
    select
        run_id,
        count(*) as missing_count
    from facts.missing_answers
    where run_id in (select run_id from chosen_runs)
    group by run_id
)

select
    chosen_runs.run_id,
    chosen_runs.suite,
    chosen_runs.suite_version,
    chosen_runs.seed,
    chosen_runs.git_sha,
    chosen_runs.git_branch,
    chosen_runs.committed_at,
    chosen_runs.started_at,
    chosen_runs.finished_at,
    chosen_runs.run_status,
    chosen_runs.tags,
    chosen_runs.systems,
    chosen_runs.controls,
    chosen_runs.declared_case_count,
    chosen_runs.declared_attempt_count,
    retries.retry_of,
    coalesce(case_counts.case_count, 0) as case_count,
    coalesce(case_counts.canary_count, 0) as canary_count,
    case_counts.cluster_count,
    coalesce(response_counts.response_count, 0) as response_count,
    coalesce(response_counts.ok_count, 0) as ok_count,
    coalesce(response_counts.error_count, 0) as error_count,
    coalesce(response_counts.missing_count, 0) + coalesce(missing_counts.missing_count, 0)
        as missing_count,
    coalesce(response_counts.unparsable_count, 0) as unparsable_count,
    coalesce(response_counts.system_count, 0) as system_count,
    response_counts.attempt_count,
    run_completeness.is_whole,
    run_completeness.redacted_count
from chosen_runs
left join case_counts using (run_id)
left join response_counts using (run_id)
left join missing_counts using (run_id)
left join facts.run_completeness using (run_id)
left join facts.retries using (run_id)
order by chosen_runs.started_at, chosen_runs.run_id
