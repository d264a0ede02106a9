-- The case that is a persona's week.
--
-- Were there two, as no suite makes them, the first by its name stands for both.
--
-- grain: run_id, persona_id, week
-- for: metrics

create or replace view facts.persona_weeks as

select
    personas.run_id,
    personas.value as persona_id,
    try_cast(weeks.value as integer) as week,
    min(personas.case_id) as case_id
from facts.case_attributes as personas
inner join facts.case_attributes as weeks using (run_id, case_id)
where
    personas.name = 'persona_id'
    and weeks.name = 'week'
group by all;
