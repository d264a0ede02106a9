-- Add the events a mapping made to the candidates for validation, after the last of them.
--
-- Which file each came from, and where it stands there, its record says. A mapping returns its
-- events in order, so `mapped` has them in the order of its rows.

insert into candidates
select
    (select coalesce(max(candidates.ordinal), 0) from candidates) + mapped.rowid + 1 as ordinal,
    records.file_number,
    records.location,
    true as is_clear,
    mapped.kind,
    mapped.run_id,
    mapped.subject,
    mapped.supersedes,
    mapped.schema_version,
    mapped.occurred_at,
    records.source,
    mapped.payload,
    null as key_count
from mapped
inner join records using (ordinal);
