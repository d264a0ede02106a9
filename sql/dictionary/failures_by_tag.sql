-- Which kinds of failure are most frequent: by the tags of the verdicts, else by outcome.

select
    run_id,
    system_id,
    coalesce(tags[1], verdict, status) as kind_of_failure,
    count(*) as failure_count
from facts.failures
where is_primary_validator
group by all
order by run_id, system_id, failure_count desc, kind_of_failure;
