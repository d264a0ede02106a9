-- Incoming events whose id neither the log nor an earlier line of this fold has.

create or replace temp table new_ids as

with first_lines as (
    select
        event_id,
        min(ordinal) as ordinal,
        any_value(subject_key) as subject_key
    from incoming
    group by event_id
)

select
    first_lines.ordinal,
    first_lines.subject_key
from first_lines
anti join known_events using (event_id);
