-- The sessions of each run, in the order in which they began.
--
-- A session began with the first response that a system gave in it, or with nothing known where
-- none has; sessions that began together, or that nobody answered, follow by their names.
--
-- grain: run_id, session_id
-- for: metrics, questions

create or replace view facts.sessions as

with begun_sessions as (
    select
        cases.run_id,
        cases.session_id,
        count(distinct cases.case_id) as case_count,
        min(responses.occurred_at) as began_at
    from facts.cases
    left join facts.responses using (run_id, case_id)
    where cases.session_id is not null
    group by all
)

select
    run_id,
    session_id,
    row_number() over (partition by run_id order by began_at nulls last, session_id)
        as session_number,
    case_count,
    began_at
from begun_sessions;
