-- How many labelled cases were answered, abstained from and rejected, under each mapping.
--
-- What a mapping takes for an answer, an abstention and a rejection stands in sliced_abstentions;
-- each metric of abstention divides one of these counts by another. Cases that the system lost to
-- an error are in error_count and in no other. missing_count holds those that never came or are
-- none of YES, NO and UNKNOWN; due_count those that call for an abstention.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value, variant

create or replace view facts.abstention_counts as

select
    run_id, system_id, validator_id, slice_name, slice_value, 'mapping=' || mapping as variant,
    bool_or(is_primary_validator) as is_primary_validator,
    count(prediction) as labelled_count,
    count(prediction) filter (where label = 'E') as entailed_count,
    count(prediction) filter (where label = 'C') as contradicted_count,
    count(prediction) filter (where label <> 'E') as unentailed_count,
    count(prediction) filter (where is_abstention_due) as due_count,
    count(*) filter (where prediction = 'MISSING') as missing_count,
    count(*) filter (where prediction is null) as error_count,
    count(*) filter (where is_answer) as answer_count,
    count(*) filter (where is_licensed_answer) as licensed_answer_count,
    count(*) filter (where is_false_answer) as false_answer_count,
    count(*) filter (where is_abstention) as abstention_count,
    count(*) filter (where is_abstention and is_abstention_due) as due_abstention_count,
    count(*) filter (where is_rejection) as rejection_count
from facts.sliced_abstentions
group by all;
