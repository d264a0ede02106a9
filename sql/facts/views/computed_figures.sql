-- What evalstore computes for each figure that a log reports, read in each way that is possible.
--
-- `reducer` is the one that was reported, or `none` where attempts are taken by themselves; for
-- `reading` see facts.case_values. A metric that evalstore does not compute has no value here.
-- As tools do, this says 0 for the spread of a single value. `grouped` stands for the metric that
-- its params name, over the cases of a group or over all of them; a standard error with a cluster
-- in its params is clustered by that attribute of the cases. Value and standard error of a row are
-- those of one and the same mean.
--
-- Figures of groups of tasks are those of facts.group_figures.
--
-- grain: run_id, event_id, reducer, reading
-- for: facts.reported_scores

create or replace view facts.computed_figures as

with figures as (
    select
        event_id,
        run_id,
        system_id,
        valued_id as validator_id,
        reducer,
        measure,
        coalesce(
            json_extract_string(params, '$.cluster'),
            json_extract_string(params, '$.metric.params.cluster')
        ) as cluster_key,
        json_extract_string(params, '$.group_key') as group_key,
        case
            when metric != 'grouped' then null
            when group_name = coalesce(json_extract_string(params, '$.all_label'), 'all') then null
            else
                lower(replace(
                    group_name,
                    replace(
                        coalesce(json_extract_string(params, '$.name_template'), ''),
                        '{group_name}',
                        ''
                    ),
                    ''
                ))
        end as group_value
    from facts.reported_figures
    where metric = 'grouped' or group_name is null
),

case_fields as (
    select
        run_id,
        case_id,
        unnest([
            { 'name': 'domain', 'value': domain },
            { 'name': 'label', 'value': label },
            { 'name': 'cluster_id', 'value': cluster_id },
            { 'name': 'session_id', 'value': session_id },
            { 'name': 'severity', 'value': severity },
            { 'name': 'is_canary', 'value': is_canary::varchar }
        ]) as field
    from facts.cases
),

named_cases as (
    select
        run_id,
        case_id,
        name,
        value
    from facts.case_attributes
    union all
    select
        run_id,
        case_id,
        field.name,
        field.value
    from case_fields
),

counted_values as (
    select
        figures.run_id,
        figures.event_id,
        figures.measure,
        case_values.reducer,
        case_values.reading,
        case_values.case_value,
        case_values.is_graded,
        case_values.is_filled,
        figures.cluster_key,
        clusters.value as cluster_value
    from figures
    inner join facts.case_values
        on
            figures.run_id = case_values.run_id
            and figures.system_id = case_values.system_id
            and figures.validator_id = case_values.validator_id
            and (
                coalesce(figures.reducer, 'mean') = case_values.reducer
                or (figures.reducer is null and case_values.reducer = 'none')
            )
    left join named_cases as clusters
        on
            figures.run_id = clusters.run_id
            and case_values.case_id = clusters.case_id
            and figures.cluster_key = clusters.name
    left join named_cases as groups
        on
            figures.run_id = groups.run_id
            and case_values.case_id = groups.case_id
            and figures.group_key = groups.name
    where figures.group_value is null or figures.group_value = lower(groups.value)
),

clusters as (
    select
        run_id,
        event_id,
        reducer,
        reading,
        cluster_value,
        count(*) as value_count,
        sum(case_value) as value_sum
    from counted_values
    where cluster_value is not null
    group by all
),

centred_clusters as (
    select
        run_id,
        event_id,
        reducer,
        reading,
        value_count,
        value_sum - value_count * sum(value_sum) over figure / sum(value_count) over figure
            as deviation
    from clusters
    window figure as (partition by run_id, event_id, reducer, reading)
),

clustered_errors as (
    select
        run_id,
        event_id,
        reducer,
        reading,
        case
            when count(*) < 2 then 0
            else
                sqrt(sum(deviation * deviation) * count(*) / (count(*) - 1)) / sum(value_count)
        end as clustered_stderr
    from centred_clusters
    group by all
),

moments as (
    select
        run_id,
        event_id,
        measure,
        reducer,
        reading,
        count(*) as value_count,
        avg(case_value) as mean_value,
        coalesce(stddev_samp(case_value), 0) as deviation,
        bool_or(cluster_key is not null) as is_clustered,
        max(case_value) as highest_value,
        bool_or(is_graded) as is_graded,
        count(*) filter (where is_filled) as filled_count
    from counted_values
    group by all
)

select
    moments.run_id,
    moments.event_id,
    moments.reducer,
    moments.reading,
    moments.value_count,
    moments.highest_value,
    moments.is_graded,
    moments.filled_count,
    case
        when moments.measure in ('accuracy', 'mean') then moments.mean_value
        when moments.measure = 'std' then moments.deviation
        when moments.measure = 'var' then moments.deviation * moments.deviation
        when moments.measure = 'stderr' and moments.is_clustered
            then clustered_errors.clustered_stderr
        when moments.measure = 'stderr' then moments.deviation / sqrt(moments.value_count)
    end as computed_value,
    case
        when moments.measure in ('accuracy', 'mean')
            then moments.deviation / sqrt(moments.value_count)
    end as computed_stderr
from moments
left join clustered_errors using (run_id, event_id, reducer, reading)
union all
select
    group_figures.run_id,
    group_figures.event_id,
    group_figures.reducer,
    group_figures.reading,
    group_figures.value_count,
    group_figures.highest_value,
    false as is_graded,
    0 as filled_count,
    group_figures.computed_value,
    group_figures.computed_stderr
from facts.group_figures;
