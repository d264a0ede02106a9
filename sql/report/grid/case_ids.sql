-- The ids of all cases as a JSON list, in the order of rows, and their number.
--
-- grain: one row

select
    count(*) as row_count,
    to_json(list(case_id order by row_id))::varchar as case_ids
from grid_rows
