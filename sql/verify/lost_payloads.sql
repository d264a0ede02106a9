-- Events of a segment without their payload, and the events that redactions in it name.
--
-- Only a redaction that evalstore recorded itself explains a gap: anybody may append another one,
-- also before the payload is taken out.

select
    position,
    try_cast(event_id as uuid) as event_id,
    null::uuid as redacted_event_id
from segment_leaves
where payload is null
union all
select
    position,
    null::uuid as event_id,
    try_cast(json_extract_string(payload, '$.event_id') as uuid) as redacted_event_id
from segment_leaves
where kind = 'redacted' and starts_with(source, 'evalstore:') and payload is not null
order by position;
