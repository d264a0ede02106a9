-- The events this fold records, as the log will hold them.
--
-- Only here are the payloads read into memory. The inbox files, incoming and leaf_hashes have
-- their rows in the same order, so they are joined by position; a row out of step raises.

create or replace temp table new_events as

with inbox_payloads as (
    select
        file_row_number,
        payload,
        payload_salt
    from
        read_parquet(
            getvariable('inbox_files'), filename = true, file_row_number = true
        )
)

select
    case
        when
            inbox_payloads.file_row_number <> leaf_hashes.ordinal % 4294967296
            or incoming.ordinal <> leaf_hashes.ordinal
            then error('the rows of this fold are out of step')
        else leaf_hashes.position
    end as position,
    incoming.event_id,
    incoming.kind,
    incoming.run_id,
    incoming.subject,
    leaf_hashes.revision,
    incoming.supersedes,
    incoming.schema_version,
    incoming.occurred_at,
    incoming.recorded_at,
    incoming.source,
    inbox_payloads.payload::json as payload,
    inbox_payloads.payload_salt,
    unhex(incoming.payload_hash_hex) as payload_hash,
    unhex(leaf_hashes.leaf_hash_hex) as leaf_hash,
    getvariable('batch_id')::bigint as batch_id
from inbox_payloads
positional join incoming
positional join leaf_hashes
where leaf_hashes.position is not null;
