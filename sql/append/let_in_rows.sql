-- Events that the careful path let in, one list a column.

create or replace temp table let_in as
select
    unnest($ordinal::bigint[]) as ordinal,
    unnest($kind::varchar[]) as kind,
    unnest($run_id::varchar[]) as run_id,
    unnest($subject::varchar[]) as subject,
    unnest($supersedes::varchar[]) as supersedes,
    unnest($schema_version::smallint[]) as schema_version,
    unnest($occurred_at::timestamp[]) as occurred_at,
    unnest($source::varchar[]) as source,
    unnest($payload::varchar[]) as payload;
