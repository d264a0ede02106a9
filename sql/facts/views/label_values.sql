-- What each attempt counts in the figure of a label: 1 where its scorer gave the label, else 0.
--
-- What the scorer gave stands in its verdicts as they were recorded. An attempt to which it gave
-- nothing is not here.
--
-- grain: run_id, system_id, validator_id, case_id, attempt
-- for: facts.reported_scores

create or replace view facts.label_values as

with labels as (
    select distinct
        run_id,
        system_id,
        valued_id,
        labelling_id,
        label
    from facts.reported_figures
    where label is not null
)

select
    verdicts.run_id,
    verdicts.system_id,
    labels.valued_id as validator_id,
    verdicts.case_id,
    verdicts.attempt,
    verdicts.outcome,
    (json_extract_string(events.payload, '$.scorer_value') = labels.label)::int::double
        as tool_number,
    case
        when responses.status = 'error' then 'without an answer'
        when json_extract_string(events.payload, '$.invalidation') is not null then 'invalidated'
    end as discrepancy
from labels
inner join facts.verdicts
    on
        labels.run_id = verdicts.run_id
        and labels.system_id = verdicts.system_id
        and labels.labelling_id = verdicts.validator_id
inner join log.events
    on verdicts.run_id = events.run_id and verdicts.event_id = events.event_id
left join facts.responses
    on
        verdicts.run_id = responses.run_id
        and verdicts.system_id = responses.system_id
        and verdicts.case_id = responses.case_id
        and verdicts.attempt = responses.attempt
where json_extract_string(events.payload, '$.scorer_value') is not null;
