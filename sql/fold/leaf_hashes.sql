-- The leaf hash of each event this fold records, row by row beside incoming.
--
-- Both tables are in the order of arrival, so they are joined by place and nothing is moved.

create or replace temp table leaf_hashes as
select
    positions.ordinal,
    positions.position,
    positions.revision,
    case
        when positions.ordinal <> incoming.ordinal
            then error('the rows of this fold are out of step')
        when positions.position is not null
            then
                leaf_hash(
                    incoming.event_id,
                    incoming.kind,
                    incoming.run_id,
                    incoming.subject,
                    positions.revision,
                    incoming.supersedes,
                    incoming.schema_version,
                    incoming.occurred_at,
                    incoming.recorded_at,
                    incoming.source::varchar,
                    incoming.payload_hash_hex
                )
    end as leaf_hash_hex
from incoming
positional join positions;
