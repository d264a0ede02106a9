-- The formats whose files are mapped: which of them one mapping reads, and what a file holds.

create or replace temp table formats as
select
    unnest($formats::varchar[]) as format,
    unnest($families::varchar[]) as family,
    unnest($wholes::boolean[]) as holds_whole_run;
