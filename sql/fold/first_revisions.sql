-- Incoming events that are the first of their subject.

create or replace temp table accepted_revisions as
select
    new_ids.ordinal,
    1::integer as revision
from new_ids
anti join conflicting_keys using (subject_key);
