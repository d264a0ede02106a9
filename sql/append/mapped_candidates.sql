-- Add the events a mapping made to the candidates for validation, after the last of them.
--
-- Which file each came from, and where it stands there, its record says.

insert into candidates
select
    (select coalesce(max(candidates.ordinal), 0) from candidates)
    + row_number() over (order by mapped.ordinal, mapped.rowid) as ordinal,
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
