-- How many weeks of a run say whether critics have learned of their acts, and how many are unseen.

with weeks as (
    select
        persona_id,
        week,
        any_value(has_unseen_acts) as has_unseen_acts
    from facts.drift_weeks
    where run_id = $run_id
    group by persona_id, week
)

select
    count(*) filter (where has_unseen_acts) as unseen_week_count,
    count(has_unseen_acts) as told_week_count
from weeks;
