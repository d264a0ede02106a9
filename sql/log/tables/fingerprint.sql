-- Fingerprint of the SQL that the tables and views of this database were made by, in one row.
--
-- A fold by another version of evalstore makes what changed again.
--
-- Parameters: views_sha256, tables_sha256, tool_version.

create or replace table log.fingerprint as
select
    $views_sha256::varchar as views_sha256,
    $tables_sha256::varchar as tables_sha256,
    $tool_version::varchar as tool_version;
