-- How many cases of each domain the runs asked: the fewest and the most of a run, and the newest.
--
-- domain is null where cases name none; question_count is of different questions in all runs, by
-- their text, null where a case has none.
--
-- Parameters: run_ids, oldest first.
--
-- grain: domain

with counts as (
    select
        run_id,
        domain,
        count(*) as case_count
    from facts.cases
    where list_contains($run_ids, run_id)
    group by all
),

questions as (
    select
        domain,
        case when count(*) = count(prompt_sha256) then count(distinct prompt_sha256) end
            as question_count
    from facts.cases
    where list_contains($run_ids, run_id)
    group by domain
)

select
    counts.domain,
    count(*) as run_count,
    min(counts.case_count) as case_count_min,
    max(counts.case_count) as case_count_max,
    max_by(counts.case_count, list_position($run_ids, counts.run_id)) as newest_case_count,
    any_value(questions.question_count) as question_count
from counts
inner join questions on counts.domain is not distinct from questions.domain
group by counts.domain
order by counts.domain nulls last
