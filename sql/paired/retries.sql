-- Which of two runs is a retry of the other, also over retries between them.
--
-- Parameters: left_run_id, right_run_id.
--
-- grain: run_id

with recursive attempted_runs as (
    select
        run_id,
        retry_of
    from facts.retries
    where run_id in ($left_run_id, $right_run_id)
    union
    select
        attempted_runs.run_id,
        retries.retry_of
    from attempted_runs
    inner join facts.retries on attempted_runs.retry_of = retries.run_id
)

select
    run_id,
    retry_of
from attempted_runs
where retry_of in ($left_run_id, $right_run_id) and retry_of != run_id;
