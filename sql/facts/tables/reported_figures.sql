-- The figures that the tool which made a log reports itself, and what each is a measure of.
--
-- completed_count is how many attempts the tool says it completed, where it says so; then a log
-- that holds fewer is but a part of what its figures are of. sample_count is how many it says
-- there were at all. value_text is a figure that is infinite or no number, as the tool wrote it.
--
-- measure is what is computed of the values; `grouped` stands for the metric that its params name.
-- valued_id is the scorer whose values these are. A scorer whose verdicts are labels may have a
-- figure for each of its labels, named `scorer.label` or by the label as its metric: that is of
-- values that are 1 where the scorer (labelling_id) gave the label and 0 where it gave another.
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
),

figures as (
    select
        recorded_figures.run_id,
        recorded_figures.event_id,
        recorded_figures.fields,
        coalesce(recorded_figures.fields.system_id, lone_systems.system_id) as system_id,
        recorded_figures.fields.scorer as validator_id,
        case
            when recorded_figures.fields.metric = 'grouped'
                then json_extract_string(recorded_figures.fields.params, '$.metric.name')
            else recorded_figures.fields.metric
        end as measure,
        coalesce(
            measure in ('accuracy', 'mean', 'std', 'var', 'stderr')
            and (
                recorded_figures.fields.metric = 'grouped'
                or recorded_figures.fields.group is null
            ),
            false
        ) as is_known
    from recorded_figures
    left join lone_systems using (run_id)
),

scorers as (
    select
        verdicts.run_id,
        verdicts.system_id,
        verdicts.validator_id,
        bool_or(verdicts.outcome = 'unscored') as has_unscored
    from verdicts
    semi join figures using (run_id)
    group by all
),

unplaced_figures as (
    select
        figures.*,
        scorers.validator_id is not null as is_judged
    from figures
    left join scorers using (run_id, system_id, validator_id)
    where scorers.validator_id is null or not figures.is_known
),

labelling_scorers as (
    select
        run_id,
        system_id,
        validator_id
    from scorers
    semi join unplaced_figures using (run_id, system_id)
    where has_unscored
),

labels as (
    select distinct
        verdicts.run_id,
        verdicts.system_id,
        verdicts.validator_id,
        json_extract_string(current_events.payload, '$.scorer_value') as label
    from verdicts
    semi join labelling_scorers using (run_id, system_id, validator_id)
    inner join current_events using (run_id, event_id)
),

figures_of_labels as (
    select
        unplaced_figures.event_id,
        labels.validator_id as labelling_id,
        labels.label,
        'mean' as measure
    from unplaced_figures
    inner join labels
        on
            unplaced_figures.run_id = labels.run_id
            and unplaced_figures.system_id = labels.system_id
            and unplaced_figures.validator_id = labels.validator_id
            and unplaced_figures.measure = labels.label
    where not unplaced_figures.is_known
    union all
    select
        unplaced_figures.event_id,
        labels.validator_id as labelling_id,
        labels.label,
        unplaced_figures.measure
    from unplaced_figures
    inner join labels
        on
            unplaced_figures.run_id = labels.run_id
            and unplaced_figures.system_id = labels.system_id
            and unplaced_figures.validator_id = labels.validator_id || '.' || labels.label
    where unplaced_figures.is_known and not unplaced_figures.is_judged
)

select
    figures.run_id,
    figures.system_id,
    figures.validator_id,
    figures.fields.metric,
    nullif(figures.fields.params::varchar, '{}') as params,
    figures.fields.reducer,
    figures.fields.group as group_name,
    coalesce(figures_of_labels.measure, figures.measure) as measure,
    figures.is_known or figures_of_labels.label is not null as is_known,
    coalesce(
        figures_of_labels.labelling_id || '.' || figures_of_labels.label, figures.validator_id
    ) as valued_id,
    figures_of_labels.labelling_id,
    figures_of_labels.label,
    figures.fields.value,
    figures.fields.value_text,
    figures.fields.stderr,
    figures.fields.count as scored_count,
    figures.fields.unscored_count,
    finishes.completed_count,
    finishes.sample_count,
    figures.event_id
from figures
left join figures_of_labels using (event_id)
left join finishes using (run_id)
