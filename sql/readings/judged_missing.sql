-- Attempts that count as missing though the tool that made the log judged them.
--
-- Only an older reading gives such: what was judged is not missing, its text was not kept. A
-- verdict of our own judges has a digest.
--
-- Parameters: run_ids.
--
-- grain: run_id

select
    verdicts.run_id,
    count(*) > 0 as is_shown
from facts.verdicts
left join facts.responses using (run_id, system_id, case_id, attempt)
where
    verdicts.run_id in (select unnest($run_ids::varchar[]))
    and verdicts.validator_digest is null
    and coalesce(responses.status, 'missing') = 'missing'
group by verdicts.run_id
