-- Which of some fields the payloads of the touched events name, by kind.
--
-- Their text is searched: a field may be told that is not there, and none is passed over. A name
-- may be written with escapes, so that a payload with any counts as naming every field.
--
-- Parameters: fields.
--
-- grain: kind, field

with asked_fields as (
    select unnest($fields::varchar[]) as field
)

select distinct
    touched_events.kind,
    asked_fields.field
from touched_events
cross join asked_fields
where
    contains(touched_events.payload::varchar, '"' || asked_fields.field || '"')
    or contains(touched_events.payload::varchar, '\u00')
