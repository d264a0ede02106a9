-- The accepted events as an inbox file holds them, under another run where one was named.

create or replace temp view outgoing as
select
    ordinal as place,
    kind,
    coalesce(getvariable('run_id'), run_id) as run_id,
    subject,
    supersedes,
    schema_version,
    occurred_at,
    null::timestamp as recorded_at,
    source,
    payload,
    null::blob as payload_salt,
    null::blob as payload_hash
from accepted;
