-- Which of some fields the payloads of the touched events of some kinds name.
--
-- Their text is searched: a field may be told that is not there, and none is passed over. A name
-- may be written with escapes, so that a kind with any payload that has some names every field.
--
-- Parameters: kinds, fields: two lists of one length.
--
-- grain: kind, field

with asked_fields as (
    select
        unnest($kinds::varchar[]) as kind,
        unnest($fields::varchar[]) as field
),

escaped_kinds as (
    select distinct kind
    from touched_events
    where
        kind in (select asked_fields.kind from asked_fields)
        and contains(payload::varchar, '\u00')
)

select distinct
    asked_fields.kind,
    asked_fields.field
from touched_events
inner join asked_fields
    on
        touched_events.kind = asked_fields.kind
        and contains(touched_events.payload::varchar, '"' || asked_fields.field || '"')
union
select
    asked_fields.kind,
    asked_fields.field
from asked_fields
inner join escaped_kinds using (kind)
