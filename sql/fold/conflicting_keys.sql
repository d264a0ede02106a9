-- Subjects that have a revision already, or come more than once: their contents are compared.

create or replace temp table conflicting_keys as
select subject_key
from new_ids
group by subject_key
having count(*) > 1
union
select new_ids.subject_key
from new_ids
semi join known_events using (subject_key);
