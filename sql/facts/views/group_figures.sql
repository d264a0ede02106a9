-- What evalstore computes for figures of groups of tasks, each task being a run of its own.
--
-- Such a figure names in its params the `runs` it is of, and by what it weighs them: `samples`, or
-- `tasks`, of which each then counts the same. There is a row where every run has values. The
-- standard error is that of a pooled variance, as of one task (reducer `pooled`); where tasks
-- count the same, it is that of a mean of independent means, too (reducer `mean`), since versions
-- of lm-evaluation-harness differ in it.
--
-- Source: https://en.wikipedia.org/wiki/Pooled_variance
--
-- grain: run_id, event_id, reducer
-- for: facts.computed_figures

create or replace view facts.group_figures as

with figures as (
    select
        run_id,
        event_id,
        system_id,
        validator_id,
        json_extract_string(params, '$.weighted_by') = 'tasks' as is_by_tasks,
        len(from_json(json_extract(params, '$.runs'), '["VARCHAR"]')) as named_count,
        unnest(from_json(json_extract(params, '$.runs'), '["VARCHAR"]')) as task_run_id
    from facts.reported_figures
    where json_type(params, '$.runs') = 'ARRAY'
),

tasks as (
    select
        figures.run_id,
        figures.event_id,
        figures.is_by_tasks,
        figures.named_count,
        figures.task_run_id,
        count(*) as value_count,
        avg(case_values.case_value) as mean_value,
        max(case_values.case_value) as highest_value,
        var_samp(case_values.case_value) as variance
    from figures
    inner join facts.case_values
        on
            figures.task_run_id = case_values.run_id
            and figures.system_id = case_values.system_id
            and figures.validator_id = case_values.validator_id
    where case_values.reducer = 'mean' and case_values.reading = 'ours'
    group by all
),

groups as (
    select
        run_id,
        event_id,
        is_by_tasks,
        sum(value_count)::bigint as value_count,
        max(highest_value) as highest_value,
        case
            when is_by_tasks then avg(mean_value)
            else sum(mean_value * value_count) / sum(value_count)
        end as computed_value,
        case
            when bool_and(variance is not null)
                then
                    sqrt(
                        sum((value_count - 1) * variance)
                        / (sum(value_count) - count(*))
                        / sum(value_count)
                    )
        end as pooled_stderr,
        case
            when is_by_tasks and bool_and(variance is not null)
                then sqrt(sum(variance / value_count)) / count(*)
        end as means_stderr
    from tasks
    group by run_id, event_id, is_by_tasks, named_count
    having count(*) = named_count
),

ways as (
    select unnest(['pooled', 'mean']) as reducer
)

select
    groups.run_id,
    groups.event_id,
    ways.reducer,
    groups.value_count,
    groups.highest_value,
    groups.computed_value,
    case when ways.reducer = 'mean' then groups.means_stderr else groups.pooled_stderr end
        as computed_stderr
from groups
cross join ways
where ways.reducer = 'pooled' or groups.is_by_tasks;
