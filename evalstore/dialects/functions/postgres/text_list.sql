-- The texts of a list in JSON that a text is, null where it is none.
--
-- Parameters: written.

select
    case
        when
            written ~ '^\[\s*("([^"\\]|\\.)*"(\s*,\s*"([^"\\]|\\.)*")*)?\s*\]$'
            then array(select json_array_elements_text(written::json))
    end as text_list
from arguments
