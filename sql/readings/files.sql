-- By which reading each file of some runs was read.
--
-- Parameters: first_run_id and last_run_id, by which a scan skips the row groups of other runs,
-- and listed_runs: those that are meant, null for all between the two.
--
-- grain: run_id, format, sha256

select
    run_id,
    format,
    source,
    sha256,
    reading,
    named_run_id
from facts.source_readings
where
    run_id between $first_run_id and $last_run_id
    and coalesce(list_contains($listed_runs::varchar[], run_id), true)
order by run_id, source, format, sha256
