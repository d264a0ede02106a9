-- No trigger was applied to the readings.

select
    format(
        'no trigger was applied to the {} readings of {}; run `evalstore drift detect RUN`',
        count(*),
        if(count(distinct run_id) = 1, 'this run', 'these runs')
    ) as cause
from filtered_readings
where
    not is_missing
    and not exists (
        select 1
        from facts.drift_weeks
        inner join filtered_weeks using (run_id, system_id, persona_id, week)
        where drift_weeks.has_triggers
    )
having count(*) > 0
