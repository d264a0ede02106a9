-- Each value of a persona in each week, and whether its flag and its truth are both known.
--
-- standing is `known` where both are, else what keeps it out of the count: `missing` where the
-- response never came or could not be parsed, `error` where it was lost to one, `unscored` for the
-- rest: no reading, a persona's first week, no truth.
--
-- grain: run_id, system_id, persona_id, week, value_dim
-- for: metrics

create or replace view facts.value_week_standings as

select
    run_id,
    system_id,
    persona_id,
    week,
    value_dim,
    status,
    is_crisis,
    is_flagged,
    case
        when is_crisis is not null and is_flagged is not null then 'known'
        when is_flagged is not null then 'unscored'
        when status in ('missing', 'unparsable') then 'missing'
        when status = 'error' then 'error'
        else 'unscored'
    end as standing
from facts.drift_values;
