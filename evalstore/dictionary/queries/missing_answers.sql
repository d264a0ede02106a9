-- Missing answers by kind of error: how many never came, failed or could not be parsed.

select
    run_id,
    system_id,
    domain,
    status,
    coalesce(error, reason) as cause,
    count(*) as answer_count
from facts.answers
where status <> 'ok'
group by all
order by run_id, system_id, answer_count desc, cause;
