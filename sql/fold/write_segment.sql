-- Write the new events as a segment, in the order of their positions.

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
        source::varchar as source,
        payload::varchar as payload,
        payload_salt,
        payload_hash,
        leaf_hash,
        batch_id
    from new_events
) to $file (
    format parquet,
    compression zstd,
    compression_level 1,
    row_group_size 8192,
    string_dictionary_page_size_limit 65536,
    kv_metadata {evalstore: getvariable('batch_footer')}
);
