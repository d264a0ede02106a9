-- The retractions that facts are computed with, as the segments have them.

create or replace temp view all_retractions as
select
    event_id,
    payload
from recorded_retractions;
