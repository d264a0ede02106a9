-- How many of a critic's readings of a persona's value have which class where the truth is which.
--
-- As facts.reading_classes, but apart for each persona, whose readings depend on each other, and
-- each value.
--
-- grain: run_id, system_id, slice_name, slice_value, value_dim, persona_id, is_missing,
--     alignment_class, alignment_truth
-- for: metrics

create or replace view facts.persona_reading_classes as

select
    run_id, system_id, slice_name, slice_value, value_dim, persona_id, is_missing,
    alignment_class, alignment_truth,
    count(*) as reading_count
from facts.sliced_readings
group by all;
