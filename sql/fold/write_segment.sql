-- Write the sealed events as a segment, in whatever order the join gives them.

copy (
    select
        position,
        event_id::varchar as event_id,
        kind,
        run_id,
        subject,
        revision,
        supersedes::varchar as supersedes,
        schema_version,
        occurred_at,
        recorded_at,
        source,
        payload::varchar as payload,
        payload_salt,
        payload_hash,
        leaf_hash,
        getvariable('batch_id')::bigint as batch_id
    from sealed_events
) to $file (
    format parquet,
    compression zstd,
    string_dictionary_page_size_limit 65536,
    kv_metadata {evalstore: getvariable('batch_footer')}
);
