-- The year and the week of a time by ISO 8601: 2026-W01.
--
-- Parameters: moment.

select
    concat(
        lpad(string(date_part('YEAROFWEEK', moment)), 4, '0'),
        '-W',
        lpad(string(date_part('WEEK', moment)), 2, '0')
    ) as year_and_week
from arguments
