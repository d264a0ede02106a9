-- The columns of the list of cases that every attempt has, each as one text.
--
-- grain: one row

with responses as (
    select
        system_id,
        case_id,
        attempt,
        status,
        confidence
    from facts.responses
    where run_id = $run_id
),

judged as (
    select
        row_id,
        any_value(status) as status,
        any_value(confidence) as confidence
    from page_judged
    group by all
),

page_systems as (
    select distinct system_id
    from page_rows
),

page_cases as (
    select distinct case_number, case_id
    from page_rows
),

systems as (
    select
        system_id,
        row_number() over (order by system_id) - 1 as system_number
    from page_systems
),

listed as (
    select
        page_rows.row_id,
        page_rows.case_number,
        page_rows.attempt,
        systems.system_number,
        lag(page_rows.case_number, 1, -1) over (order by page_rows.row_id) as previous_number,
        coalesce(responses.status, judged.status, 'missing') as status,
        coalesce(judged.confidence, responses.confidence) as confidence
    from page_rows
    inner join systems using (system_id)
    left join responses using (system_id, case_id, attempt)
    left join judged using (row_id)
)

select
    count(*) as row_count,
    string_agg((case_number - previous_number)::varchar, '' order by row_id) as case_steps,
    string_agg(system_number::varchar, ',' order by row_id) as systems,
    string_agg(attempt::varchar, ',' order by row_id) as attempts,
    string_agg(case status
        when 'ok' then 'o'
        when 'error' then 'e'
        when 'unparsable' then 'p'
        else 'x'
    end, '' order by row_id) as statuses,
    string_agg(coalesce(round(confidence, 4)::varchar, ''), ',' order by row_id) as confidences,
    (select to_json(list(system_id order by system_number))::varchar from systems) as system_ids,
    (select to_json(list(case_id order by case_number))::varchar from page_cases) as case_ids
from listed
