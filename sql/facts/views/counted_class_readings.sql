-- Each reading of a critic once per slice and class that it is or may be truly of.
--
-- A reading whose true class is not known may be of any. reason is null where the reading has an
-- alignment and is truly of the class.
--
-- grain: run_id, system_id, case_id, item, slice_name, slice_value, variant
-- for: metrics

create or replace view facts.counted_class_readings as

select
    counted_readings.run_id, counted_readings.system_id, counted_readings.case_id,
    counted_readings.item, counted_readings.slice_name, counted_readings.slice_value,
    'class=' || classes.class as variant,
    counted_readings.is_missing,
    counted_readings.is_right,
    counted_readings.reason
from facts.counted_readings
cross join (values (-1), (0), (1)) as classes (class)
where coalesce(counted_readings.alignment_truth, classes.class) = classes.class;
