-- The events of another store's segment, with the times and hashes they have there.
--
-- What its folds computed is left out: the fold here computes the facts itself.

create or replace temp table outgoing as
select
    position as place,
    kind,
    run_id,
    subject,
    supersedes,
    schema_version,
    occurred_at,
    recorded_at,
    source,
    payload,
    payload_salt,
    payload_hash
from read_parquet($file)
where kind <> 'facts_computed';
