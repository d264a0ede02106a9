-- Candidates that are refused, one list a column.

insert into skipped
select
    unnest($ordinal::bigint[]) as ordinal,
    unnest($location::varchar[]) as location,
    unnest($reason::varchar[]) as reason,
    unnest($detail::varchar[]) as detail;
