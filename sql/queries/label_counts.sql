-- How many attempts that a validator judged people have labelled, in a run and elsewhere.
--
-- here_count is of the run and system, elsewhere_count of all else that the same digest judged,
-- which the same code, data and settings did.

with judged as (
    select
        run_id,
        system_id,
        case_id,
        attempt,
        validator_digest
    from facts.verdicts
    where
        validator_id = $validator_id
        and outcome in ('right', 'wrong', 'abstained', 'measured')
),

labelled as (
    select distinct
        run_id,
        system_id,
        case_id,
        attempt
    from facts.verdicts
    where
        validator_id like 'human:%'
        and outcome in ('right', 'wrong', 'abstained', 'measured')
)

select
    count(*) filter (where run_id = $run_id and system_id = $system_id) as here_count,
    count(*) filter (where run_id <> $run_id or system_id <> $system_id) as elsewhere_count
from judged
semi join labelled using (run_id, system_id, case_id, attempt)
where
    run_id = $run_id
    or validator_digest in (
        select own.validator_digest
        from judged as own
        where own.run_id = $run_id and own.validator_digest is not null
    )
