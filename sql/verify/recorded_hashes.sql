-- Positions of recorded events whose content does not give their hashes.
--
-- The id is one of the fields that the leaf is made of; `verify` computes it again as well.

select position
from recorded_events
where
    coalesce(payload_hash(payload_salt, payload::varchar), payload_hash_hex)
    is distinct from payload_hash_hex
    or leaf_hash_hex is distinct from leaf_hash(
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
    )
order by position;
