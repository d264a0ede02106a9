-- The time that a text is, null where it is none.
--
-- Parameters: written.

select
    case
        when written ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}|$)'
            then written::timestamptz
    end as try_time
from arguments
