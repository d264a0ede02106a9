-- No trigger fired.

select format('no trigger fired in {} readings', count(*)) as cause
from filtered_readings
where
    not exists (
        select 1
        from facts.drift_detections
        where
            (drift_detections.run_id, drift_detections.system_id) in (
                select
                    run_id,
                    system_id
                from filtered_readings
            )
    )
having count(*) > 0
