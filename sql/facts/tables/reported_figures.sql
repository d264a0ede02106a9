-- The figures that the tool which made a log reports itself.
--
-- completed_count is how many attempts the tool says it completed, where it says so; then a log
-- that holds fewer is but a part of what its figures are of. sample_count is how many it says
-- there were at all. value_text is a figure that is infinite or no number, as the tool wrote it.
--
-- Empty until `evalstore ingest` reads a log of a tool that reports figures of its own.
--
-- grain: run_id, system_id, validator_id, metric, params, reducer, group_name
-- empty without: score_reported

with recorded_figures as (
    select
        run_id,
        event_id,
        from_json(payload, '{
            "system_id": "VARCHAR", "scorer": "VARCHAR", "metric": "VARCHAR", "params": "JSON",
            "reducer": "VARCHAR", "group": "VARCHAR", "value": "DOUBLE",
            "value_text": "VARCHAR", "stderr": "DOUBLE", "count": "BIGINT",
            "unscored_count": "BIGINT"
        }') as fields
    from current_events
    where kind = 'score_reported'
),

finishes as (
    select
        run_id,
        try_cast(json_extract_string(payload, '$.counts.completed_samples') as bigint)
            as completed_count,
        try_cast(json_extract_string(payload, '$.counts.samples') as bigint) as sample_count
    from current_events
    where kind = 'run_finished'
),

lone_systems as (
    select
        run_id,
        any_value(system_id) as system_id
    from responses
    group by run_id
    having count(distinct system_id) = 1
)

select
    recorded_figures.run_id,
    coalesce(recorded_figures.fields.system_id, lone_systems.system_id) as system_id,
    recorded_figures.fields.scorer as validator_id,
    recorded_figures.fields.metric,
    nullif(recorded_figures.fields.params::varchar, '{}') as params,
    recorded_figures.fields.reducer,
    recorded_figures.fields.group as group_name,
    recorded_figures.fields.value,
    recorded_figures.fields.value_text,
    recorded_figures.fields.stderr,
    recorded_figures.fields.count as scored_count,
    recorded_figures.fields.unscored_count,
    finishes.completed_count,
    finishes.sample_count,
    recorded_figures.event_id
from recorded_figures
left join finishes using (run_id)
left join lone_systems using (run_id)
