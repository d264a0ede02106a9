-- What was said last on each subject that this call touches, in the order of the run's history.
--
-- Without an event_id nothing stands; without a source nobody says anything any more.
--
-- grain: kind, run_id, subject

create or replace temp table last_statements as

with withdrawals as (
    select
        kind,
        run_id,
        subject,
        place,
        scored_at,
        ordinal,
        source
    from absences
    union all
    select
        kind,
        run_id,
        subject,
        place,
        scored_at,
        ordinal,
        source
    from outdated
),

statements as (
    select
        kind,
        run_id,
        subject,
        position::double as place,
        null::timestamptz as scored_at,
        -1::bigint as ordinal,
        event_id,
        content,
        source,
        null::varchar as reason
    from kept_events
    where not is_retracted and not is_read_again
    union all
    select
        kind,
        run_id,
        subject,
        place,
        scored_at,
        ordinal,
        event_id,
        content,
        source,
        reason
    from news
    union all
    select
        kind,
        run_id,
        subject,
        place,
        scored_at,
        ordinal,
        null as event_id,
        null as content,
        source,
        null as reason
    from withdrawals
),

touched_subjects as (
    select
        kind,
        run_id,
        subject
    from read_events
    where is_mapped
    union
    select
        kind,
        run_id,
        subject
    from withdrawals
    union
    -- What a reader may no longer make of a file.
    select
        kind,
        run_id,
        subject
    from kept_events
    where
        is_read_again and kind in ('response_recorded', 'verdict_recorded', 'score_reported')
    union
    select
        kind,
        run_id,
        subject
    from abandoned_events
)

select
    touched_subjects.kind,
    touched_subjects.run_id,
    touched_subjects.subject,
    statements.event_id,
    statements.content,
    statements.source,
    statements.reason
from touched_subjects
left join statements using (kind, run_id, subject)
qualify
    row_number() over (
        partition by touched_subjects.kind, touched_subjects.run_id, touched_subjects.subject
        order by
            statements.place desc nulls last,
            statements.scored_at desc nulls last,
            statements.ordinal desc
    ) = 1;
