-- How many attempts the page of a run has, and by which validator their history is told.
--
-- grain: one row

with validators as (
    select
        validator_id,
        bool_or(is_primary_validator) as is_primary
    from page_judged
    group by all
    order by is_primary desc, validator_id
    limit 1
)

select
    count(*) as row_count,
    (select validator_id from validators) as validator_id
from page_rows
