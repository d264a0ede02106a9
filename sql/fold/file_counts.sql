-- What became of the events of each inbox file.

select
    incoming.file_number,
    count(*) filter (where sealed.revision = 1) as new_count,
    count(*) filter (where sealed.revision > 1) as revised_count,
    count(*) filter (where sealed.revision is null) as duplicate_count
from incoming
positional join sealed
group by incoming.file_number
