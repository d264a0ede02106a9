-- The quadratic weighted kappa of each value dimension, null where it is not defined.
--
-- Each value with a reading has a row, also where no class or true class is known.
--
-- grain: run_id, system_id, slice_name, slice_value, value_dim
-- for: metrics

create or replace view facts.value_kappas as

with value_dims as (
    select distinct run_id, system_id, slice_name, slice_value, value_dim
    from facts.persona_reading_classes
    where slice_name <> 'value_dim' and value_dim is not null
),

kappas as (
    select
        run_id, system_id, slice_name, slice_value, value_dim,
        macros.quadratic_kappa(
            sum(reading_count), sum(distance_sum), sum(square_sum), sum(class_sum), sum(truth_sum)
        ) as qwk
    from facts.persona_kappa_sums
    group by all
)

select run_id, system_id, slice_name, slice_value, value_dim, kappas.qwk
from value_dims
left join kappas using (run_id, system_id, slice_name, slice_value, value_dim);
