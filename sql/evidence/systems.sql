-- The systems of the runs, with what came of them and which models they called.
--
-- Controls are systems that know nothing. missing_count is also of responses that never came.
-- models is empty where the source does not say.
--
-- Parameters: run_ids.
--
-- grain: system_id

with models as (
    select
        system_id,
        list(distinct model order by model) as models
    from facts.model_usage
    where list_contains($run_ids, run_id)
    group by system_id
),

missing_counts as (
    select
        system_id,
        count(*) as missing_count
    from facts.missing_answers
    where list_contains($run_ids, run_id)
    group by system_id
)

select
    responses.system_id,
    bool_or(controls.system_id is not null) as is_control,
    count(distinct responses.run_id) as run_count,
    count(*) as response_count,
    count(*) filter (where responses.status = 'ok') as ok_count,
    count(*) filter (where responses.status = 'error') as error_count,
    count(*) filter (where responses.status = 'missing')
    + coalesce(any_value(missing_counts.missing_count), 0) as missing_count,
    count(*) filter (where responses.status = 'unparsable') as unparsable_count,
    coalesce(any_value(models.models), []) as models
from facts.responses
left join facts.controls using (run_id, system_id)
left join missing_counts on responses.system_id = missing_counts.system_id
left join models on responses.system_id = models.system_id
where list_contains($run_ids, responses.run_id)
group by responses.system_id
order by is_control, responses.system_id
