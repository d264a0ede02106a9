-- What a right answer costs: the cost of all recorded attempts over the number of right ones.
--
-- Wrong and failed attempts are paid for, too, so their cost counts. An answer is an attempt at a
-- case; what never came costs nothing and is not counted. cost_usd_per_right_answer is null where
-- an answer states no cost (unstated_count) or none is right, and reason says which.
--
-- grain: run_id, system_id, validator_id, slice_name, slice_value

create or replace view facts.cost_per_right_answer as

with sums as (
    select
        sliced.run_id,
        sliced.system_id,
        sliced.validator_id,
        sliced.slice_name,
        sliced.slice_value,
        bool_or(sliced.is_primary_validator) as is_primary_validator,
        count(*) as answer_count,
        count(*) filter (where sliced.is_right) as right_count,
        count(*) filter (where responses.cost_usd is null) as unstated_count,
        count(sliced.is_right) as judged_count,
        sum(responses.cost_usd) as cost_usd
    from facts.sliced
    inner join facts.responses using (run_id, system_id, case_id, attempt)
    where coalesce(responses.status, 'ok') <> 'missing'
    group by
        sliced.run_id,
        sliced.system_id,
        sliced.validator_id,
        sliced.slice_name,
        sliced.slice_value
)

select
    run_id,
    system_id,
    validator_id,
    slice_name,
    slice_value,
    is_primary_validator,
    answer_count,
    right_count,
    unstated_count,
    cost_usd,
    case
        when unstated_count = 0 and right_count > 0 then cost_usd / right_count
    end as cost_usd_per_right_answer,
    case
        when unstated_count > 0
            then unstated_count || ' of ' || answer_count || ' answers state no cost'
        when judged_count = 0 then 'no answer was judged right or wrong'
        when right_count = 0 then 'no answer is right'
    end as reason
from sums;
