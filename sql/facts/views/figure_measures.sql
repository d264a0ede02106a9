-- What each reported figure is a measure of: which measure, of the values of which scorer.
--
-- `grouped` stands for the metric that its params name. A scorer whose verdicts are labels may have
-- a figure for each of its labels, named `scorer.label` or by the label as its metric: that is of
-- values that are 1 where the scorer gave the label and 0 where it gave another.
--
-- grain: run_id, event_id
-- for: facts.reported_scores

create or replace view facts.figure_measures as

with measures as (
    select
        run_id,
        event_id,
        system_id,
        validator_id,
        reducer,
        case
            when metric = 'grouped' then json_extract_string(params, '$.metric.name')
            else metric
        end as measure,
        coalesce(
            measure in ('accuracy', 'mean', 'std', 'var', 'stderr')
            and (metric = 'grouped' or group_name is null),
            false
        ) as is_known
    from facts.reported_figures
),

scorers as (
    select
        verdicts.run_id,
        verdicts.system_id,
        verdicts.validator_id,
        bool_or(verdicts.outcome = 'unscored') as has_unscored
    from facts.verdicts
    semi join measures using (run_id)
    group by all
),

unexplained_figures as (
    select
        measures.*,
        scorers.validator_id is not null as is_judged
    from measures
    left join scorers using (run_id, system_id, validator_id)
    where scorers.validator_id is null or not measures.is_known
),

labelling_scorers as (
    select
        run_id,
        system_id,
        validator_id
    from scorers
    semi join unexplained_figures using (run_id, system_id)
    where has_unscored
),

labels as (
    select distinct
        verdicts.run_id,
        verdicts.system_id,
        verdicts.validator_id,
        json_extract_string(events.payload, '$.scorer_value') as label
    from facts.verdicts
    semi join labelling_scorers using (run_id, system_id, validator_id)
    inner join log.events using (run_id, event_id)
),

figures_of_labels as (
    select
        figures.run_id,
        figures.event_id,
        labels.validator_id as labelling_id,
        labels.label,
        'mean' as measure
    from unexplained_figures as figures
    inner join labels
        on
            figures.run_id = labels.run_id
            and figures.system_id = labels.system_id
            and figures.validator_id = labels.validator_id
            and figures.measure = labels.label
    where not figures.is_known
    union all
    select
        figures.run_id,
        figures.event_id,
        labels.validator_id as labelling_id,
        labels.label,
        figures.measure
    from unexplained_figures as figures
    inner join labels
        on
            figures.run_id = labels.run_id
            and figures.system_id = labels.system_id
            and figures.validator_id = labels.validator_id || '.' || labels.label
    where figures.is_known and not figures.is_judged
)

select
    measures.run_id,
    measures.event_id,
    measures.system_id,
    measures.reducer,
    coalesce(figures_of_labels.measure, measures.measure) as measure,
    coalesce(
        figures_of_labels.labelling_id || '.' || figures_of_labels.label, measures.validator_id
    ) as valued_id,
    figures_of_labels.labelling_id,
    figures_of_labels.label,
    measures.is_known or figures_of_labels.label is not null as is_known
from measures
left join figures_of_labels using (run_id, event_id);
