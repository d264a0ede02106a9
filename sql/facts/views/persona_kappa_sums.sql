-- What a quadratic weighted kappa is made of, for each persona and value.
--
-- Of readings whose class and true class are known: how many, and the sums of the squared distance
-- of the two, of the squares of both, and of each.
--
-- grain: run_id, system_id, slice_name, slice_value, value_dim, persona_id
-- for: metrics

create or replace view facts.persona_kappa_sums as

select
    run_id, system_id, slice_name, slice_value, value_dim, persona_id,
    sum(reading_count)::bigint as reading_count,
    sum(
        reading_count * (alignment_class - alignment_truth) * (alignment_class - alignment_truth)
    )::bigint as distance_sum,
    sum(
        reading_count * (alignment_class * alignment_class + alignment_truth * alignment_truth)
    )::bigint as square_sum,
    sum(reading_count * alignment_class)::bigint as class_sum,
    sum(reading_count * alignment_truth)::bigint as truth_sum
from facts.persona_reading_classes
where
    alignment_class is not null
    and alignment_truth is not null
group by all;
