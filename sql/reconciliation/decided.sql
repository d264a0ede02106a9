-- What would stand after a fold of this call, beside what was said last.
--
-- Unaided, a fold lets the last new content of a subject stand, else what stood before.
--
-- grain: kind, run_id, subject

create or replace temp table decided as

with first_contents as (
    select
        kind,
        run_id,
        subject,
        event_id,
        content,
        min(ordinal) as ordinal
    from read_events
    where event_id not in (select recorded_events.event_id from recorded_events)
    group by all
),

new_contents as (
    select
        kind,
        run_id,
        subject,
        arg_max(event_id, ordinal) as event_id,
        arg_max(content, ordinal) as content
    from first_contents
    group by kind, run_id, subject
),

standing_events as (
    select
        kind,
        run_id,
        subject,
        arg_max(event_id, revision) as newest_event_id,
        arg_max(source, revision) as newest_source,
        arg_max(event_id, revision) filter (where is_standing) as event_id,
        arg_max(content, revision) filter (where is_standing) as content
    from recorded_events
    group by kind, run_id, subject
)

select
    last_statements.kind,
    last_statements.run_id,
    last_statements.subject,
    last_statements.event_id,
    last_statements.content,
    last_statements.source,
    last_statements.reason,
    standing_events.newest_event_id,
    standing_events.newest_source,
    coalesce(new_contents.event_id, standing_events.event_id) as unaided_event_id,
    coalesce(new_contents.content, standing_events.content) as unaided_content
from last_statements
left join new_contents using (kind, run_id, subject)
left join standing_events using (kind, run_id, subject);
