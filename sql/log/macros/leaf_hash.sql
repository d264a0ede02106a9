-- SHA-256, in hex, of a zero byte and an event's fields: its leaf in the Merkle tree.

create or replace temp macro leaf_hash(
    event_id,
    kind,
    run_id,
    subject,
    revision,
    supersedes,
    schema_version,
    occurred_at,
    recorded_at,
    source,
    payload_hash_hex
) as
sha256(
    concat(
        chr(0),
        '36:', event_id,
        strlen(kind), ':', kind,
        strlen(run_id), ':', run_id,
        strlen(subject), ':', subject,
        strlen(revision::varchar), ':', revision,
        field_text(supersedes),
        strlen(schema_version::varchar), ':', schema_version,
        field_text(epoch_us(occurred_at::timestamp)),
        field_text(epoch_us(recorded_at::timestamp)),
        strlen(source), ':', source,
        '64:', payload_hash_hex
    )
);
