-- The year and the week of a time by ISO 8601: 2026-W01.
--
-- Parameters: moment.

select to_char(moment, 'IYYY-"W"IW') as year_and_week
from arguments
