-- The runs whose answers may name cases that they do not declare, once these files are folded.
--
-- Every run is here of which that is true, and some of which it is not: a retraction, or cases
-- declared for answers that the store has already, can only be told by a fold.
-- Parameters: files.

with events as (
    select
        run_id,
        kind,
        json_extract_string(payload, '$.case_id') as case_id
    from read_parquet($files)
    where kind in ('case_generated', 'response_recorded', 'verdict_recorded', 'retracted')
),

touched_runs as (
    select distinct run_id
    from events
),

declared_cases as (
    select
        run_id,
        case_id
    from events
    where kind = 'case_generated'
    union all
    select
        run_id,
        case_id
    from facts.cases
    semi join touched_runs using (run_id)
),

misnamed as (
    select events.run_id
    from events
    anti join declared_cases using (run_id, case_id)
    where events.kind in ('response_recorded', 'verdict_recorded')
),

-- Answers that came before any case of their run was declared.
declared_late as (
    select events.run_id
    from events
    semi join facts.runs using (run_id)
    where
        events.kind = 'case_generated'
        and events.run_id not in (select cases.run_id from facts.cases)
),

suspects as (
    select run_id
    from misnamed
    where run_id in (select declared_cases.run_id from declared_cases)
    union
    select run_id
    from declared_late
    union
    select run_id
    from events
    where kind = 'retracted'
    union
    select run_id
    from facts.undeclared_cases
    semi join touched_runs using (run_id)
)

select run_id
from suspects
order by run_id
