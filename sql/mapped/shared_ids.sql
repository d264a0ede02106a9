-- Ids of `asked` (run_id, case_id, prompt) under which one run has several questions.
--
-- grain: id_count

select
    count(*) as id_count,
    min(case_id) as example
from (
    select case_id
    from asked
    group by run_id, case_id
    having count(distinct hash(prompt)) filter (where prompt is not null) > 1
) as shared_ids;
