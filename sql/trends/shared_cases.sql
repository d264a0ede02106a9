-- How many cases two runs ask, and how many both ask in the same words.
--
-- Parameters: left_run_id, right_run_id.

with left_cases as (
    select
        case_id,
        prompt_sha256
    from facts.cases
    where run_id = $left_run_id
),

right_cases as (
    select
        case_id,
        prompt_sha256
    from facts.cases
    where run_id = $right_run_id
)

select
    count(left_cases.case_id) as left_count,
    count(right_cases.case_id) as right_count,
    count(*) filter (
        where
        left_cases.case_id is not null
        and right_cases.case_id is not null
        and left_cases.prompt_sha256 is not distinct from right_cases.prompt_sha256
    ) as shared_count
from left_cases
full outer join right_cases using (case_id)
