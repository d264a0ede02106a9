-- How many of a critic's readings have which class where the truth is which, in each slice.
--
-- A class is null where it is not known; is_missing says that the critic gave no alignment. A few
-- rows for each slice, however many readings.
--
-- grain: run_id, system_id, slice_name, slice_value, is_missing, alignment_class, alignment_truth
-- for: metrics

create or replace view facts.reading_classes as

select
    run_id, system_id, slice_name, slice_value, is_missing, alignment_class, alignment_truth,
    count(*) as reading_count
from facts.sliced_readings
group by all;
