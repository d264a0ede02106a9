-- How many figures of a run's log agree with ours, differ or cannot be compared.

select
    verdict,
    count(*) as figure_count
from facts.reported_scores
where run_id = $run_id
group by verdict
order by verdict
