-- Whether a list has an element, null where there is no list.
--
-- Parameters: items, wanted.

select case when items is not null then coalesce(wanted = any(items), false) end as list_contains
from arguments
