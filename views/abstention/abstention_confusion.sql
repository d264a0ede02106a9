-- What a system answers to entailed, contradicted and unknown claims: the table behind abstention.
--
-- Four predictions by three labels, all twelve cells present: 0 where none. MISSING holds what
-- never came and what is none of YES, NO and UNKNOWN; cases lost to an error of the system are in
-- no cell. Every other metric of abstention is a sum of cells over a sum of cells.
-- A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, prediction, label
-- unit: cases
-- range: 0 and up
-- better: none
-- source: confusion table of predictions YES, NO, UNKNOWN, MISSING and labels E, C, U
-- shape: table

create or replace view metrics.abstention_confusion as

-- The predictions are the same under each mapping: one of them is enough.
with counted_cases as (
    select
        run_id, system_id, validator_id, slice_name, slice_value,
        prediction, label, bool_or(is_primary_validator) as is_primary_validator,
        count(*) as case_count
    from facts.sliced_abstentions
    where mapping = 'licensed'
    group by all
),

cells as (
    select predictions.prediction, labels.label
    from (values ('YES'), ('NO'), ('UNKNOWN'), ('MISSING')) as predictions (prediction)
    cross join (values ('E'), ('C'), ('U')) as labels (label)
)

select
    counted_cases.run_id, counted_cases.system_id, counted_cases.validator_id,
    counted_cases.slice_name, counted_cases.slice_value, cells.prediction, cells.label,
    bool_or(counted_cases.is_primary_validator) as is_primary_validator,
    coalesce(sum(counted_cases.case_count) filter (
        where
        counted_cases.prediction = cells.prediction
        and counted_cases.label = cells.label
    ), 0)::bigint as answer_count
from counted_cases
cross join cells
group by all;
