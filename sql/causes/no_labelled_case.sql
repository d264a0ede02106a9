-- No case is labelled E, C or U.

select
    format(
        'none of {} cases is labelled E, C or U; set `label` in case_generated', count(*)
    ) as cause
from filtered_cases
having count(*) filter (where label in ('E', 'C', 'U')) = 0
