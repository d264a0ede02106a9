-- What evalstore computes for figures of groups of tasks, each task being a run of its own.
--
-- Such a figure names in its params the `runs` it is of, and by what it weighs them: `samples`, or
-- `tasks`, of which each then counts the same. There are two rows where every run has values, each
-- of a mean with the standard error of that very mean: weighed by samples (reducer `samples`), of
-- the pooled variance, as of one task; and weighed by tasks (reducer `tasks`), that of a mean of
-- independent means. The way that the figure does not name is the reading `other`: it is here
-- because lm-evaluation-harness gave the pooled error with either mean until the middle of 2026.
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
        coalesce(json_extract_string(params, '$.weighted_by') = 'tasks', false)
            as is_by_tasks,
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
        sum(mean_value * value_count) / sum(value_count) as mean_of_samples,
        avg(mean_value) as mean_of_tasks,
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
            when bool_and(variance is not null) then sqrt(sum(variance / value_count)) / count(*)
        end as means_stderr
    from tasks
    group by run_id, event_id, is_by_tasks, named_count
    having count(*) = named_count
),

ways as (
    select unnest(['samples', 'tasks']) as reducer
)

select
    groups.run_id,
    groups.event_id,
    ways.reducer,
    case when groups.is_by_tasks = (ways.reducer = 'tasks') then 'ours' else 'other' end
        as reading,
    groups.value_count,
    groups.highest_value,
    case when ways.reducer = 'tasks' then groups.mean_of_tasks else groups.mean_of_samples end
        as computed_value,
    case when ways.reducer = 'tasks' then groups.means_stderr else groups.pooled_stderr end
        as computed_stderr
from groups
cross join ways;
