-- What a critic reads where the truth is what: the table behind its accuracy and its kappa.
--
-- Three classes read by three true ones, all nine cells present: 0 where none. The slices of
-- value_dim give the table of each value. Readings without an alignment or a true class are
-- in no cell.
--
-- grain: run_id, system_id, slice_name, slice_value, predicted_class, true_class
-- unit: readings
-- range: 0 and up
-- better: none
-- source: confusion table of the classes -1, 0 and 1
-- shape: table
-- parameters: class -1 below -0.5, 1 above 0.5, else 0

create or replace view metrics.critic_confusion as

with counted_readings as (
    select
        run_id,
        system_id,
        slice_name,
        slice_value,
        alignment_class,
        alignment_truth,
        count(*) as class_count
    from facts.sliced_readings
    group by all
),

cells as (
    select
        predicted_classes.predicted_class,
        true_classes.true_class
    from (values (-1), (0), (1)) as predicted_classes (predicted_class)
    cross join (values (-1), (0), (1)) as true_classes (true_class)
)

select
    counted_readings.run_id,
    counted_readings.system_id,
    counted_readings.slice_name,
    counted_readings.slice_value,
    cells.predicted_class,
    cells.true_class,
    coalesce(sum(counted_readings.class_count) filter (
        where
        counted_readings.alignment_class = cells.predicted_class
        and counted_readings.alignment_truth = cells.true_class
    ), 0)::bigint as reading_count
from counted_readings
cross join cells
group by all;
