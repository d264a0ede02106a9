-- Fingerprint of what this database was made by: the SQL of its tables and views, its comments.
--
-- A fold by another version of evalstore makes what changed again. The comments are written later
-- than the rest, once the store is kept.
--
-- Parameters: views_sha256, tables_sha256, tool_version.

create or replace table log.fingerprint as
select
    $views_sha256::varchar as views_sha256,
    $tables_sha256::varchar as tables_sha256,
    null::varchar as comments_sha256,
    $tool_version::varchar as tool_version;
