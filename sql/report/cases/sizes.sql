-- How many bytes the texts of one run have at each limit of their length, and of the baseline's.
--
-- grain: text_limit

with moved as (
    select
        row_id,
        bool_or(is_paired and was_right is distinct from is_right) as has_moved,
        bool_or(is_failing) as is_failing
    from page_judged
    group by all
),

texts as (
    select
        page_rows.row_id,
        cases.prompt,
        responses.text,
        baseline.text as baseline_text,
        coalesce(moved.has_moved, false) as has_moved,
        coalesce(moved.is_failing, true) as is_failing
    from page_rows
    left join facts.cases
        on page_rows.case_id = cases.case_id and cases.run_id = $run_id
    left join facts.responses
        on
            page_rows.system_id = responses.system_id
            and page_rows.case_id = responses.case_id
            and page_rows.attempt = responses.attempt
            and responses.run_id = $run_id
    left join facts.responses as baseline
        on
            page_rows.system_id = baseline.system_id
            and page_rows.case_id = baseline.case_id
            and page_rows.attempt = baseline.attempt
            and baseline.run_id = $baseline_run_id
    left join moved using (row_id)
),

limits as (
    select unnest($text_limits::integer[]) as text_limit
)

select
    limits.text_limit,
    sum(least(strlen(texts.prompt), text_limit) + least(strlen(texts.text), text_limit))
        as byte_count,
    sum(least(strlen(texts.baseline_text), text_limit))
    filter (where texts.baseline_text is distinct from texts.text) as baseline_byte_count,
    sum(least(strlen(texts.baseline_text), text_limit))
    filter (where has_moved and texts.baseline_text is distinct from texts.text)
        as moved_byte_count,
    sum(least(strlen(texts.prompt), text_limit) + least(strlen(texts.text), text_limit))
    filter (where is_failing) as failing_byte_count
from texts
cross join limits
group by all
order by text_limit desc
