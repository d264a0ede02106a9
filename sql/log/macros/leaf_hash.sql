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
        field_text(event_id),
        field_text(kind),
        field_text(run_id),
        field_text(subject),
        field_text(revision),
        field_text(supersedes),
        field_text(schema_version),
        field_text(epoch_us(occurred_at::timestamp)),
        field_text(epoch_us(recorded_at::timestamp)),
        field_text(source),
        field_text(payload_hash_hex)
    )
);
