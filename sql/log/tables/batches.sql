-- One row per fold that recorded something: what it added and where the record of it lies.
--
-- grain: batch_id

create table if not exists log.batches (
    batch_id bigint not null,
    first_position bigint not null,
    last_position bigint not null,
    event_count bigint not null,
    -- Events by kind.
    counts json not null,
    -- File name below segments/, and the SHA-256 of its bytes.
    segment varchar not null,
    segment_sha256 blob not null,
    -- RFC 6962 root over all leaves up to last_position, and the subtree roots it is made from.
    tree_size bigint not null,
    root blob not null,
    frontier blob not null,
    -- The inbox files folded here, with what became of their events.
    sources json not null,
    tool_version varchar not null,
    recorded_at timestamp not null
);
