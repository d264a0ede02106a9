-- The rows of a CSV file that were put aside, by their numbers, the row of names not counted.
--
-- grain: record_number

select
    line - 1 as record_number,
    min(error_type::varchar) as reason,
    arg_min(error_message, column_idx) as detail,
    left(any_value(csv_line), 200) as found
from reject_errors
group by line
order by record_number;
