-- How many answers are missing or failed in each run, by system and domain.

select
    responses.run_id,
    responses.system_id,
    cases.domain,
    responses.status,
    count(*) as response_count
from facts.responses
inner join facts.cases using (run_id, case_id)
where responses.status <> 'ok'
group by all
order by all;
