-- The recall of each class in each value dimension, null where the class never truly occurs.
--
-- grain: run_id, system_id, slice_name, slice_value, value_dim, class
-- for: metrics

create or replace view facts.value_recalls as

select
    run_id, system_id, slice_name, slice_value, value_dim, class,
    sum(found_count) / nullif(sum(scored_count), 0) as recall
from facts.persona_class_counts
where slice_name <> 'value_dim' and value_dim is not null
group by all;
