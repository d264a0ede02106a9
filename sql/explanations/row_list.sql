-- Explained rows in their order, each with the positions of its events.
--
-- Parameters: row_limit, null for all.

with listed_rows as (
    select *
    from explained_rows
    order by row_number
    limit $row_limit::bigint
),

positions_of_rows as (
    select
        row_number,
        list(position order by position) as positions
    from explained_events
    where row_number in (select row_number from listed_rows)
    group by row_number
)

select
    listed_rows.* exclude (row_number),
    coalesce(positions_of_rows.positions, []) as positions
from listed_rows
left join positions_of_rows using (row_number)
order by listed_rows.row_number
