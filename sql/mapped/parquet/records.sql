-- The rows of a Parquet file, for a map to read, with their numbers in the file.
--
-- grain: record_number

create or replace table records as
select
    *,
    row_number() over () as record_number,
    $name as file_name
from read_parquet($file);
