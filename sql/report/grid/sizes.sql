-- The number of bytes of all texts at each limit of their length.
--
-- grain: text_limit

with texts as (
    select cases.prompt as text
    from grid_rows
    inner join facts.cases
        on grid_rows.shown_run_id = cases.run_id and grid_rows.case_id = cases.case_id
    union all
    select responses.text
    from grid_cells
    inner join facts.responses using (run_id, system_id, case_id, attempt)
),

limits as (
    select unnest($text_limits::integer[]) as text_limit
)

select
    limits.text_limit,
    sum(least(strlen(texts.text), limits.text_limit)) as byte_count
from texts
cross join limits
group by all
order by limits.text_limit desc
