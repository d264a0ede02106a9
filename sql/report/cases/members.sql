-- The rows that each number counted (reason is null) or left out: a bit for each row of the page.
--
-- loose_count is of what is no case, such as a value as a whole.
--
-- grain: set_id, reason

with placed as (
    select
        page_counted.set_id,
        page_counted.reason,
        page_rows.row_id
    from page_counted
    inner join page_rows
        on
            page_counted.system_id = page_rows.system_id
            and page_counted.case_id = page_rows.case_id
            and page_counted.attempt = page_rows.attempt
    union all
    select
        page_counted.set_id,
        page_counted.reason,
        page_rows.row_id
    from page_counted
    inner join page_rows
        on
            page_counted.system_id = page_rows.system_id
            and page_counted.case_id = page_rows.case_id
    where page_counted.attempt is null
)

select
    set_id,
    reason,
    bitstring_agg(row_id, 0, $row_id_max::integer)::varchar as bits,
    0 as loose_count
from placed
group by all
union all
select
    set_id,
    reason,
    null as bits,
    count(*) as loose_count
from page_counted
where case_id is null
group by all
order by set_id, reason nulls first
