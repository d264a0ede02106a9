-- Write the outgoing events as one inbox file, in the order in which they lie.

copy (
    select
        kind,
        run_id,
        subject,
        supersedes::varchar as supersedes,
        schema_version::smallint as schema_version,
        occurred_at::timestamp as occurred_at,
        recorded_at::timestamp as recorded_at,
        source,
        payload::varchar as payload,
        payload_salt::blob as payload_salt,
        payload_hash::blob as payload_hash
    from outgoing
) to $file (
    format parquet,
    compression lz4_raw,
    row_group_size 8192,
    string_dictionary_page_size_limit 4096,
    kv_metadata {evalstore_inbox: getvariable('inbox_footer')}
);
