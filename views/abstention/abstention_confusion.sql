-- Confusion counts of abstention: predictions YES, NO, UNKNOWN or none by labels E, C and U.
--
-- Four predictions by three labels, all twelve cells present: 0 where none. MISSING holds what
-- never came and what is none of YES, NO and UNKNOWN; what an error of the system took is in no
-- cell. answer_count counts attempts, case_sum cases: there an attempt weighs 1 / the attempts at
-- its case that have a prediction. Every other metric of abstention is a sum of such cells over a
-- sum of them. A grain without a labelled case has no row.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, prediction, label
-- unit: answers, and the cases they come to
-- range: 0 and up
-- better: none
-- source: confusion table of predictions YES, NO, UNKNOWN, MISSING and labels E, C, U
-- shape: table
-- draws: abstention_matrix
-- empty: no_labelled_case, no_response, all_failed, no_prediction
-- outcomes: not read
-- counts: facts.counted_predictions

create or replace view metrics.abstention_confusion as

with weighted_predictions as (
    select
        sliced_predictions.*,
        1 / nullif(count(prediction) over attempts, 0) as weight
    from facts.sliced_predictions
    window
        attempts as (
            partition by run_id, system_id, validator_id, slice_name, slice_value, case_id
        )
),

predictions as (
    select
        run_id, system_id, validator_id, slice_name, slice_value, prediction, label,
        bool_or(is_primary_validator) as is_primary_validator,
        count(*) as answer_count,
        macros.sum_of_shares(weight) as case_sum
    from weighted_predictions
    group by all
),

cells as (
    select named.prediction, labels.label
    from (values ('YES'), ('NO'), ('UNKNOWN'), ('MISSING')) as named (prediction)
    cross join (values ('E'), ('C'), ('U')) as labels (label)
),

cell_predictions as (
    select
        predictions.*,
        cells.prediction as cell_prediction,
        cells.label as cell_label,
        predictions.prediction = cells.prediction and predictions.label = cells.label as is_inside
    from predictions
    cross join cells
)

select
    run_id, system_id, validator_id, slice_name, slice_value,
    cell_prediction as prediction, cell_label as label,
    bool_or(is_primary_validator) as is_primary_validator,
    coalesce(sum(answer_count) filter (where is_inside), 0)::bigint as answer_count,
    coalesce(macros.steady_sum(case when is_inside then case_sum end), 0) as case_sum
from cell_predictions
group by all;
