-- Add the accepted events to those gathered.

insert into gathered
select
    (select count(*) from gathered) + row_number() over (order by ordinal) as place,
    kind,
    run_id,
    subject,
    supersedes,
    schema_version,
    occurred_at,
    source,
    payload
from accepted;
