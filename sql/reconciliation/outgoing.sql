-- The events that make what was said last stand, as an inbox file holds them.

create or replace temp view outgoing as

with corrections as (
    select
        'retracted' as kind,
        run_id,
        event_id::varchar as subject,
        null::uuid as supersedes,
        1::smallint as schema_version,
        null::timestamp as occurred_at,
        source,
        json_object('event_id', event_id::varchar, 'reason', reason)::varchar as payload,
        null::blob as payload_salt,
        null::blob as payload_hash
    from withdrawals
    union all
    select
        kind,
        run_id,
        subject,
        supersedes,
        schema_version,
        occurred_at,
        source,
        payload,
        payload_salt,
        payload_hash
    from said_again
)

select
    row_number() over (order by kind, run_id, subject) as place,
    kind,
    run_id,
    subject,
    supersedes,
    schema_version,
    occurred_at,
    null::timestamp as recorded_at,
    source,
    payload,
    payload_salt,
    payload_hash
from corrections;
