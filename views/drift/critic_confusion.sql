-- Confusion matrix of a critic: predicted classes by true classes.
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
-- parameter: class_edge, number 0 to 1, default 0.5: class -1 below its negative, 1 above it
-- draws: critic_confusion
-- empty: no_persona_week, no_response, no_reading, no_true_class
-- counts: facts.counted_readings

create or replace view metrics.critic_confusion as

with cells as (
    select predicted_classes.predicted_class, true_classes.true_class
    from (values (-1), (0), (1)) as predicted_classes (predicted_class)
    cross join (values (-1), (0), (1)) as true_classes (true_class)
)

select
    reading_classes.run_id, reading_classes.system_id,
    reading_classes.slice_name, reading_classes.slice_value,
    cells.predicted_class, cells.true_class,
    coalesce(sum(reading_classes.reading_count) filter (
        where
        reading_classes.alignment_class = cells.predicted_class
        and reading_classes.alignment_truth = cells.true_class
    ), 0)::bigint as reading_count
from facts.reading_classes
cross join cells
group by all;
