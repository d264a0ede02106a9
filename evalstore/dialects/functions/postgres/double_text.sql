-- A number as text as DuckDB has it: 5.0.
--
-- Parameters: number.

select
    case
        when number::text ~ '[.eEN]' then number_text(number::text)
        else number::text || '.0'
    end as double_text
from arguments
