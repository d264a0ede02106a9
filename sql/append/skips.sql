-- The candidates that are refused, each with the file it came from.
--
-- grain: ordinal

select
    candidates.file_number,
    skipped.location,
    skipped.reason,
    skipped.detail
from skipped
inner join candidates using (ordinal)
order by skipped.ordinal
