-- The attempts that each tag is on, of verdicts and of kinds of failure: a bit for each row.
--
-- grain: tag

with tagged as (
    select
        unnest(verdicts.tags) as tag,
        page_rows.row_id
    from facts.verdicts
    inner join page_rows using (system_id, case_id, attempt)
    where verdicts.run_id = $run_id
    union all
    select
        '[' || unnest(failures.taxonomy) || ']' as tag,
        page_rows.row_id
    from facts.failures
    inner join page_rows using (system_id, case_id, attempt)
    where failures.run_id = $run_id
)

select
    tag,
    bitstring_agg(row_id, 0, $row_id_max::integer)::varchar as bits
from tagged
where tag is not null
group by all
order by count(distinct row_id) desc, tag
limit $tag_limit
