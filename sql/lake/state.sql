-- How many events the log has, and which definition its facts have.

select
    (select coalesce(max(tree_size), 0) from log.batches) as event_count,
    (select max(tables_sha256) from log.fingerprint) as tables_sha256
