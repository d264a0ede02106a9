-- Everything that ever happened, in the order we learned of it.
--
-- Append-only: triggers refuse update, delete and truncate. The segments hold the same rows and
-- are the record; this table is the way to ask them.
--
-- grain: position

create table if not exists log.events (
    -- Dense from 0, in fold order; the index of the leaf in the Merkle tree.
    position bigint not null,
    -- Hashes have nothing to compress; looking for it costs a third of an insert.
    event_id uuid not null using compression uncompressed,
    kind varchar not null,
    run_id varchar not null,
    -- What the event is about inside its run; parts percent-encoded, joined by '/'.
    subject varchar not null using compression zstd,
    -- 1, or one more when the same kind, run and subject came again with other content.
    revision integer not null,
    supersedes uuid,
    schema_version smallint not null,
    -- UTC, from the source; null where it does not say.
    occurred_at timestamp,
    -- UTC, of the fold that recorded it first.
    recorded_at timestamp not null,
    source varchar not null,
    payload json using compression zstd,
    payload_salt blob,
    -- SHA-256 of the salt (or nothing), then the payload's bytes.
    payload_hash blob not null using compression uncompressed,
    leaf_hash blob not null using compression uncompressed,
    batch_id bigint not null
);
