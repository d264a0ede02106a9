-- How many cases that they do not declare the answers of runs name, with an example of each run.
--
-- The closest is the declared case whose id is most like the example's, letters in any case being
-- the same. Parameters: run_ids, null for every run.
--
-- grain: run_id

with undeclared as (
    select
        run_id,
        count(*) as case_count,
        sum(response_count)::bigint as response_count,
        sum(verdict_count)::bigint as verdict_count,
        min(case_id) as example_case_id
    from facts.undeclared_cases
    where
        case_id is not null
        and ($run_ids is null or list_contains($run_ids::varchar[], run_id))
    group by all
),

likenesses as (
    select
        undeclared.run_id,
        cases.case_id,
        jaro_winkler_similarity(
            lower(undeclared.example_case_id), lower(cases.case_id)
        ) as likeness,
        jaro_winkler_similarity(undeclared.example_case_id, cases.case_id) as exact_likeness
    from undeclared
    inner join facts.cases using (run_id)
),

closest as (
    select
        run_id,
        case_id as closest_case_id
    from likenesses
    qualify
        row_number() over (
            partition by run_id
            order by likeness desc, exact_likeness desc, case_id
        ) = 1
)

select
    undeclared.run_id,
    undeclared.case_count,
    undeclared.response_count,
    undeclared.verdict_count,
    undeclared.example_case_id,
    closest.closest_case_id
from undeclared
left join closest using (run_id)
order by undeclared.run_id
