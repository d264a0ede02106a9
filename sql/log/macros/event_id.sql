-- The id of an event: the same kind, run, subject and content always have the same.
--
-- Fields that are never null are spelled out: one concat is half the work of six.

create or replace temp macro event_id(
    kind, run_id, subject, schema_version, supersedes, payload_hash_hex
) as
uuid_version_8(
    sha256(
        concat(
            strlen(kind), ':', kind,
            strlen(run_id), ':', run_id,
            strlen(subject), ':', subject,
            strlen(schema_version::varchar), ':', schema_version,
            field_text(supersedes),
            '64:', payload_hash_hex
        )
    )
);
