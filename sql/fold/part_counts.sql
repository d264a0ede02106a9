-- What became of the events of each part of an inbox file: those that one source gave.

with parts as (
    select
        unnest($file_number::bigint[]) as file_number,
        unnest($part_number::bigint[]) as part_number,
        unnest($first_row::bigint[]) as first_row,
        unnest($end_row::bigint[]) as end_row
)

select
    parts.file_number,
    parts.part_number,
    count(*) filter (where accepted_revisions.revision = 1) as new_count,
    count(*) filter (where accepted_revisions.revision > 1) as revised_count,
    count(*) filter (where accepted_revisions.revision is null) as duplicate_count
from incoming
inner join parts
    on
        incoming.file_number = parts.file_number
        and incoming.ordinal % 4294967296 >= parts.first_row
        and incoming.ordinal % 4294967296 < parts.end_row
left join accepted_revisions using (ordinal)
group by parts.file_number, parts.part_number
