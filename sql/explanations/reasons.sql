-- How many explained rows were counted, and left out for each reason, null where they count.

select
    system_id,
    validator_id,
    slice_name,
    slice_value,
    variant,
    reason,
    count(*) as row_count
from explained_rows
group by all
order by system_id, validator_id, slice_name, slice_value, variant, reason nulls first
