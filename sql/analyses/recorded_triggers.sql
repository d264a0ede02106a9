-- What a run holds of drift triggers: every detection and the analyses that applied them.
--
-- Parameters: run_id. is_current: this is what the subject says now; is_retracted: it was taken
-- back. The newest revision of a subject comes last.
--
-- grain: event_id

select
    events.kind,
    events.subject,
    events.event_id,
    events.payload,
    withdrawn_events.event_id is null as is_current,
    coalesce(withdrawn_events.reason = 'retracted', false) as is_retracted
from log.events
left join log.withdrawn_events
    on
        withdrawn_events.run_id = $run_id
        and events.event_id = withdrawn_events.event_id
where
    events.run_id = $run_id
    and (
        events.kind = 'drift_detected'
        or (events.kind = 'analysis_recorded' and events.subject = 'drift_triggers')
    )
order by
    events.kind,
    events.subject,
    events.revision
