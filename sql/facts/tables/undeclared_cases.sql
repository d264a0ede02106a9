-- The cases that answers name and their run, which declares others, does not: mostly misspelt ids.
--
-- A run that declares no case at all has none here: there every case is known by its answers
-- alone. Readings that a critic gave of an attempt count as one response.
--
-- grain: run_id, case_id

with declaring_runs as (
    select distinct run_id
    from cases
),

-- The reading of a case that is not there has no persona; only then are responses read again.
suspect_runs as (
    select distinct run_id
    from alignments
    where persona_id is null
),

readings as (
    select distinct
        current_events.run_id,
        json_extract_string(current_events.payload, '$.case_id') as case_id,
        json_extract_string(current_events.payload, '$.system_id') as system_id,
        coalesce(json_extract(current_events.payload, '$.attempt')::integer, 1) as attempt
    from current_events
    where
        current_events.kind = 'response_recorded'
        and current_events.run_id in (select suspect_runs.run_id from suspect_runs)
        and json_extract_string(current_events.payload, '$.value_dim') is not null
),

mentions as (
    select
        run_id,
        case_id,
        'response' as kind
    from responses
    where not has_readings_only
    union all
    select
        run_id,
        case_id,
        'response' as kind
    from readings
    anti join responses using (run_id, system_id, case_id, attempt)
    union all
    select
        run_id,
        case_id,
        'verdict' as kind
    from verdicts
),

undeclared_mentions as (
    select mentions.*
    from mentions
    semi join declaring_runs using (run_id)
    anti join cases using (run_id, case_id)
)

select
    run_id,
    case_id,
    count(*) filter (where kind = 'response') as response_count,
    count(*) filter (where kind = 'verdict') as verdict_count
from undeclared_mentions
group by all
