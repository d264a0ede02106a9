-- The candidates that wait for the careful path, numbered from 0.
--
-- grain: ordinal

select
    candidates.ordinal,
    row_number() over (order by candidates.ordinal) - 1 as place
from candidates
where candidates.ordinal not in (select accepted.ordinal from accepted)
