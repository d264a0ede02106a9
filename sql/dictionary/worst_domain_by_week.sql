-- The domain with the lowest accuracy in each week, for each system.

select
    commits.week,
    accuracy.system_id,
    min_by(accuracy.slice_value, accuracy.accuracy) as worst_domain,
    min(accuracy.accuracy) as lowest_accuracy
from metrics.accuracy
inner join facts.commits using (run_id)
where accuracy.slice_name = 'domain' and accuracy.is_primary_validator
group by commits.week, accuracy.system_id
order by commits.week, accuracy.system_id;
