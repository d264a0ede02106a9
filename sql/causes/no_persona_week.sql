-- No case is a week of a persona.

select
    format(
        'none of {} cases has the attributes persona_id and week; set them in case_generated',
        count(*)
    ) as cause
from filtered_cases
having not exists (select 1 from filtered_weeks)
