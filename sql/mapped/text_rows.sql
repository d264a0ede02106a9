-- The rows of a CSV file as text, for a map to read; a row that does not fit is put aside.
--
-- An empty cell is NULL. Which sign divides the cells is told from the file.
--
-- grain: evalstore_record_order

create or replace table text_rows as
select
    *,
    row_number() over () as evalstore_record_order
from read_csv(
    $file,
    all_varchar = true,
    header = true,
    store_rejects = true,
    rejects_limit = 0,
    max_line_size = 4194304,
    buffer_size = 16777216,
    encoding = $encoding,
    sample_size = 20480
);
