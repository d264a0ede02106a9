-- Grades that could not be parsed, and that count as a result all the same.
--
-- Only an older reading gives such: to a newer one they are unscored.
--
-- Parameters: run_ids.
--
-- grain: run_id

select
    run_id,
    count(*) > 0 as is_shown
from facts.verdicts
where
    run_id in (select unnest($run_ids::varchar[]))
    and starts_with(lower(reason), 'grade not found')
    and outcome not in ('unscored', 'error')
group by run_id
