-- An object in JSON, null of anything else.
--
-- Parameters: field.

select case when json_typeof(field) = 'object' then field end as json_object_only
from arguments
