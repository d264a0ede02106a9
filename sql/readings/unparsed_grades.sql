-- Grades that could not be parsed, and that count as a result all the same.
--
-- Only an older reading gives such: to a newer one they are unscored. So is a letter for wrong or
-- for no answer that stands among ratings, where it counted 0.
--
-- Parameters: run_ids.
--
-- grain: run_id

with counted_grades as (
    select
        run_id,
        event_id,
        reason,
        outcome = 'measured' and value = 0 as may_be_letter
    from facts.verdicts
    where
        run_id in (select unnest($run_ids::varchar[]))
        and outcome not in ('unscored', 'error')
        and (starts_with(lower(reason), 'grade not found') or may_be_letter)
)

select
    counted_grades.run_id,
    count(*) > 0 as is_shown
from counted_grades
inner join log.events using (run_id, event_id)
where
    starts_with(lower(counted_grades.reason), 'grade not found')
    or counted_grades.may_be_letter
    and json_extract_string(events.payload, '$.scorer_value') in ('I', 'N')
group by counted_grades.run_id
