-- Each answer that a rater judged, as the agreement of more than two raters counts it.
--
-- incomplete_reason is null where every rater of the system rated it, single_reason where at least
-- two did.
--
-- grain: run_id, system_id, case_id, attempt
-- for: metrics

create or replace view facts.counted_ratings as

select
    run_id, system_id, case_id, attempt,
    case
        when is_rated_by_all then null
        when error_count > 0 then 'error: a validator failed'
        else 'not rated by all'
    end as incomplete_reason,
    case
        when rating_count > 1 then null
        when error_count > 0 then 'error: a validator failed'
        else 'fewer than two ratings'
    end as single_reason
from facts.rated_answers;
