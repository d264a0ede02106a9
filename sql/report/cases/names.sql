-- The system and the case of each row of the page.
--
-- grain: row_id

select
    system_id,
    case_id
from page_rows
order by row_id
