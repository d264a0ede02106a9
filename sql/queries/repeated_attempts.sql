-- Responses of a run that were recorded again under their attempt, though its call had not failed.
--
-- Parameters: run_id.

with responses as (
    select
        subject,
        revision,
        payload ->> '$.status' as status
    from log.events
    where
        kind = 'response_recorded'
        and run_id = $run_id
)

select
    count(distinct later.subject) as response_count,
    min(later.subject) as example
from responses as later
inner join responses as earlier using (subject)
where
    later.revision = earlier.revision + 1
    and earlier.status <> 'error'
