-- JSON objects for a map to read: texts, numbers, truth values, and whatever is nested as JSON.
--
-- A text that looks like a date stays a text.
--
-- grain: record_number

create or replace table records as
select
    *,
    $name as file_name
from read_json(
    $file,
    format = 'newline_delimited',
    maximum_depth = 2,
    sample_size = -1,
    dateformat = 'none',
    timestampformat = 'none',
    maximum_object_size = 67108864
);
