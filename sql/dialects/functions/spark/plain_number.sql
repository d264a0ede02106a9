-- A number as Java writes it, 1.25E7, without an exponent: 12500000.0.
--
-- Parameters: value.

select
    regexp_replace(
        regexp_replace(
            case
                when abs(double(value)) < 1 then string(cast(value as decimal(38, 30)))
                else string(cast(value as decimal(38, 14)))
            end,
            '0+$',
            ''
        ),
        '[.]$',
        '.0'
    ) as plain_number
from arguments
