-- The number that a text is, null where it is none.
--
-- Parameters: written.

select
    case
        when written ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?\s*$'
            then written::double precision
    end as try_double
from arguments
