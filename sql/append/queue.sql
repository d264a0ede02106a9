-- The queue of the slow path: the candidates that the fast path did not accept, numbered from 0.
--
-- grain: ordinal

create or replace temp table queue as
select
    candidates.ordinal,
    row_number() over (order by candidates.ordinal) - 1 as place
from candidates
where candidates.ordinal not in (select accepted.ordinal from accepted);
