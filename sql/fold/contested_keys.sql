-- Subjects that have a revision already, or come more than once: their contents are compared.

create or replace temp table contested_keys as
select subject_key
from unseen
group by subject_key
having count(*) > 1
union
select unseen.subject_key
from unseen
semi join known_events using (subject_key);
