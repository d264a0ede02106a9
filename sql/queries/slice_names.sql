-- The slices there are, of cases, of what attempts used and of what critics read.
--
-- Parameters: run_id, null for every run.
--
-- grain: slice_name, slice_value

with slices as (
    select
        run_id,
        slice_name,
        slice_value
    from facts.case_slices
    union all
    select
        run_id,
        slice_name,
        slice_value
    from facts.sliced_attempts
    union all
    select
        run_id,
        'value_dim' as slice_name,
        value_dim as slice_value
    from facts.drift_values
    union all
    select
        run_id,
        'trigger' as slice_name,
        trigger as slice_value
    from facts.drift_detections
    union all
    select
        run_id,
        'is_bimodal' as slice_name,
        case when is_bimodal then 'true' else 'false' end as slice_value
    from facts.alignments
    where is_bimodal is not null
)

select distinct
    slice_name,
    slice_value
from slices
where coalesce(run_id = $run_id, $run_id is null)
order by
    slice_name,
    slice_value
