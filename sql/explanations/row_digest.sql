-- How many explained rows there are, and a digest of them all, to compare two sides unread.
--
-- Numbers are as they are written, so that sides which differ by rounding have two digests.

select
    count(*) as row_count,
    sha256(string_agg(sha256(explained_rows::varchar), '' order by row_number)) as digest
from explained_rows
