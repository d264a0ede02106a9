-- Incoming events that are the first of their subject.

create or replace temp table accepted_revisions as
select
    unseen.ordinal,
    1::integer as revision
from unseen
anti join contested_keys using (subject_key);
