-- The cases that answers name and their run, which declares others, does not: mostly misspelt ids.
--
-- A run that declares no case at all has none here: there every case is known by its answers
-- alone. Readings that a critic gave of an attempt count as one response.
--
-- grain: run_id, case_id
-- empty without: facts.cases

with declaring_runs as (
    select distinct run_id
    from cases
),

mentions as (
    select
        run_id,
        case_id,
        'response' as kind
    from responses
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
