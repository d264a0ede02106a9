-- The id of an event: the same kind, run, subject and content always have the same.

create or replace temp macro event_id(
    kind, run_id, subject, schema_version, supersedes, payload_hash_hex
) as
uuid_version_8(
    sha256(
        concat(
            field_text(kind),
            field_text(run_id),
            field_text(subject),
            field_text(schema_version),
            field_text(supersedes),
            field_text(payload_hash_hex)
        )
    )
);
