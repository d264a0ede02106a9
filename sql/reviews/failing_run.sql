-- What a validator judged by, which cases the run has, and how long the log was then.
--
-- Parameters: run_id, system_id, validator_id.
--
-- grain: one row

with run_cases as (
    select list(distinct case_id order by case_id) as case_ids
    from facts.scored
    where run_id = $run_id
),

digests as (
    select
        coalesce(
            list(distinct validator_digest order by validator_digest)
            filter (where validator_digest is not null),
            []
        ) as validator_digests
    from facts.verdicts
    where
        run_id = $run_id
        and system_id = $system_id
        and validator_id = $validator_id
),

sizes as (
    select coalesce(max(tree_size), 0) as tree_size
    from facts.answer_sizes
    where run_id = $run_id
)

select
    run_cases.case_ids,
    digests.validator_digests,
    sizes.tree_size
from run_cases
cross join digests
cross join sizes
