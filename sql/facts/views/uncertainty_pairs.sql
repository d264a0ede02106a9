-- How unsure a critic was of each reading beside how far it was off, once per slice.
--
-- Both are null where either is not known: without an alignment (is_missing), without a true class
-- or without an uncertainty there is no pair.
--
-- grain: run_id, system_id, persona_id, week, value_dim, slice_name, slice_value
-- for: metrics

create or replace view facts.uncertainty_pairs as

select
    run_id, system_id, persona_id, week, value_dim, slice_name, slice_value, is_missing,
    case when alignment_error is not null then uncertainty end as uncertainty,
    case when uncertainty is not null then alignment_error end as distance
from facts.sliced_readings;
