-- Runs of which a store, or another file of the same call, has something already; and those that
-- an older reading made of a file of this call.

create or replace temp table conflicting_runs as

with read_runs as (
    select
        run_id,
        count(distinct source) as source_count
    from read_parquet(getvariable('read_files'))
    where source in (select unnest(getvariable('mapped_sources')))
    group by run_id
)

select run_id
from read_runs
where
    source_count > 1
    or run_id in (select runs.run_id from facts.runs)
union
select run_id
from former_runs;
