-- Every row as a slice of its own, so that a metric's view gives the contribution of each row.

create or replace view facts.sliced as

select
    numbered_rows.* replace (
        'row' as slice_name,
        cast(numbered_rows.row_index as varchar) as slice_value
    )
from numbered_rows
