-- How many events the log has of the touched runs, and how many bytes the incoming ones have.

select
    (select count(*) from known_events) as known_count,
    sum(total_uncompressed_size)::bigint as byte_count
from parquet_metadata(getvariable('inbox_files'));
