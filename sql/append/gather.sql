-- Add the accepted events to those gathered, after the last of them.

insert into gathered
select
    (select coalesce(max(place), 0) from gathered) + ordinal + 1 as place,
    file_number,
    kind,
    run_id,
    subject,
    supersedes,
    schema_version,
    occurred_at,
    source,
    payload
from accepted;
