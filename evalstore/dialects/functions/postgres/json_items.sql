-- A list in JSON, null of anything else.
--
-- Parameters: field.

select case when json_typeof(field) = 'array' then field end as json_items
from arguments
