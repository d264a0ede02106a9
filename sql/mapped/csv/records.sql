-- The rows of a CSV file with their numbers in the file, those put aside counted, and its name.
--
-- grain: record_number

create or replace table records as
with kept_numbers as (
    select
        numbers.record_number,
        row_number() over (order by numbers.record_number) as evalstore_record_order
    from (
        select unnest(range(1, (select count(*) from text_rows) + len($rejected::bigint[]) + 1))
    ) as numbers (record_number)
    where not list_contains($rejected::bigint[], numbers.record_number)
)

select
    text_rows.* exclude (evalstore_record_order),
    kept_numbers.record_number,
    $name as file_name
from text_rows
inner join kept_numbers using (evalstore_record_order)
order by evalstore_record_order;
