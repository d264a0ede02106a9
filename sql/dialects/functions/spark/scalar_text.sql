-- The text of a JSON scalar as DuckDB has it, where Spark writes a number as Java does: 5.0E-4.
--
-- A text that looks like such a number stands in quotation marks in its document.
--
-- Parameters: value, document.

select
    case
        when value is null or not rlike(value, '^-?[0-9][.][0-9]+E-?[0-9]+$') then value
        when contains(document, concat('"', value, '"')) then value
        when abs(double(value)) >= 1e-4 and abs(double(value)) < 1e16
            then plain_number(value)
        else
            concat(
                regexp_replace(regexp_extract(value, '^[^E]+', 0), '[.]0$', ''),
                case when contains(value, 'E-') then 'e-' else 'e+' end,
                lpad(
                    regexp_extract(value, '[0-9]+$', 0),
                    greatest(2, length(regexp_extract(value, '[0-9]+$', 0))),
                    '0'
                )
            )
    end as scalar_text
from arguments
