-- The lines of a bundle's events.jsonl as a relation, for events.parquet.
--
-- Variables: lines_file, object_size (the longest line in bytes).

select
    position,
    event_id,
    kind,
    run_id,
    subject,
    revision,
    supersedes,
    schema_version,
    occurred_at_us,
    recorded_at_us,
    source,
    payload,
    payload_salt,
    payload_hash,
    leaf_hash,
    withheld
from
    read_json(
        getvariable('lines_file'),
        format = 'newline_delimited',
        maximum_object_size = getvariable('object_size'),
        columns = {
            position: 'BIGINT', event_id: 'VARCHAR', kind: 'VARCHAR', run_id: 'VARCHAR',
            subject: 'VARCHAR',
            revision: 'INTEGER',
            supersedes: 'VARCHAR',
            schema_version: 'INTEGER',
            occurred_at_us: 'BIGINT', recorded_at_us: 'BIGINT', source: 'VARCHAR',
            payload: 'VARCHAR', payload_salt: 'VARCHAR', payload_hash: 'VARCHAR',
            leaf_hash: 'VARCHAR', withheld: 'VARCHAR'
        }
    )
order by position
