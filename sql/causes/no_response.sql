-- No response was recorded.

select
    format(
        'none of {} cases has a response; run `evalstore ingest PATH` to add them', count(*)
    ) as cause
from filtered_cases
having not exists (select 1 from filtered_responses)
