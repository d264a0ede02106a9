-- How many cases two runs have by name, and how many of them ask something else in each.
--
-- Parameters: left_run_id, right_run_id.

with left_cases as (
    select
        case_id,
        prompt_sha256
    from facts.cases
    where
        run_id = $left_run_id
        and prompt_sha256 is not null
),

right_cases as (
    select
        case_id,
        prompt_sha256
    from facts.cases
    where
        run_id = $right_run_id
        and prompt_sha256 is not null
)

select
    count(*) as case_count,
    count(*) filter (where left_cases.prompt_sha256 <> right_cases.prompt_sha256)
        as other_prompt_count
from left_cases
inner join right_cases using (case_id)
