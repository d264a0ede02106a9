-- The confusion counts of each persona's values: flags against crises, where both are known.
--
-- grain: run_id, system_id, value_dim, persona_id
-- for: metrics

create or replace view facts.persona_confusions as

select
    run_id, system_id, value_dim, persona_id,
    count(*) filter (where is_crisis and is_flagged) as true_positive_count,
    count(*) filter (where not is_crisis and is_flagged) as false_positive_count,
    count(*) filter (where is_crisis and not is_flagged) as false_negative_count
from facts.value_week_standings
group by all;
