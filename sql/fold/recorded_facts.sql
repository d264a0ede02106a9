-- The facts_computed event of this fold, whose subject is the first position of the fold.
--
-- It belongs to no run. No two folds start at the same position, so it is no revision.
--
-- Parameters: subject, payload. Variables: tree_size, recorded_at, batch_id.
--
-- grain: position

create or replace temp table recorded_facts as

with hashed as (
    select
        $subject::varchar as subject,
        $payload::varchar as payload,
        payload_hash(null, $payload::varchar) as payload_hash_hex
),

named as (
    select
        subject,
        payload,
        payload_hash_hex,
        event_id('facts_computed', '', subject, 1, null::uuid, payload_hash_hex) as event_id
    from hashed
)

select
    getvariable('tree_size')::bigint as position,
    event_id,
    'facts_computed' as kind,
    '' as run_id,
    subject,
    1::integer as revision,
    null::uuid as supersedes,
    1::smallint as schema_version,
    null::timestamp as occurred_at,
    getvariable('recorded_at')::timestamp as recorded_at,
    'evalstore:fold' as source,
    payload::json as payload,
    null::blob as payload_salt,
    unhex(payload_hash_hex) as payload_hash,
    unhex(
        leaf_hash(
            event_id,
            'facts_computed',
            '',
            subject,
            1,
            null::uuid,
            1,
            null::timestamp,
            getvariable('recorded_at')::timestamp,
            'evalstore:fold',
            payload_hash_hex
        )
    ) as leaf_hash,
    getvariable('batch_id')::bigint as batch_id
from named;
