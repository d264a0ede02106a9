-- The elements of a list in JSON as texts, null where it is no list.
--
-- Parameters: field.

select
    case
        when json_typeof(field) = 'array' then array(select json_array_elements_text(field))
    end as json_list
from arguments
