-- A field of JSON as text as DuckDB has it, null where it is null.
--
-- Parameters: field.

select
    case json_typeof(field)
        when 'number' then number_text(field #>> '{}')
        else field #>> '{}'
    end as json_text
from arguments
