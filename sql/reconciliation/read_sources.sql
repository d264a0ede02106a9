-- The files of this call whose format has had an older reading than the one they were read by.

create or replace temp table read_sources as
select
    unnest($sources::varchar[]) as source,
    unnest($run_ids::varchar[]) as named_run_id,
    unnest($readings::integer[]) as reading;
