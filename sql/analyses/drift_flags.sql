-- Which values a run's triggers fired on in which weeks, and whether uncertainty held all back.
--
-- Parameters: run_id, system_id.
--
-- grain: persona_id, week, value_dim

select
    persona_id,
    week,
    value_dim,
    bool_and(is_suppressed) as is_suppressed
from facts.drift_detections
where
    run_id = $run_id
    and system_id = $system_id
    and value_dim <> 'profile'
group by all
order by persona_id, week, value_dim
