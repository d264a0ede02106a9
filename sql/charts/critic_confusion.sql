-- One run's readings by the class a critic gave and the true one, for every system.

select
    system_id,
    predicted_class,
    true_class,
    reading_count
from metrics.critic_confusion
where
    run_id = $run_id
    and slice_name = $slice_name
    and slice_value = $slice_value
order by system_id, true_class, predicted_class
