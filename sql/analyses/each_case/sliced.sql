-- Every case as a slice of its own, so that a metric's view gives the contribution of each case.

create or replace view facts.sliced as

select
    numbered_rows.* replace (
        'case' as slice_name,
        cast(numbered_rows.case_index as varchar) as slice_value
    )
from numbered_rows
