-- What became of the events of each inbox file.

select
    incoming.file_number,
    count(*) filter (where accepted_revisions.revision = 1) as new_count,
    count(*) filter (where accepted_revisions.revision > 1) as revised_count,
    count(*) filter (where accepted_revisions.revision is null) as duplicate_count
from incoming
left join accepted_revisions using (ordinal)
group by incoming.file_number
