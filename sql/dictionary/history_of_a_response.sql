-- All that was ever recorded of one case, with the whole payload as JSON.

select
    position,
    kind,
    subject,
    revision,
    occurred_at,
    payload
from log.events
where run_id = 'capitals-nightly-2' and starts_with(subject, 'capital-of-ghana')
order by position;
