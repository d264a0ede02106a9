-- The newest completed run of the same suite that began before a run; none if none did.
--
-- Parameters: run_id.
--
-- grain: run_id

select earlier.run_id
from facts.runs as later
inner join facts.runs as earlier
    on
        later.suite = earlier.suite
        and later.started_at > earlier.started_at
where
    later.run_id = $run_id
    and earlier.run_status = 'completed'
order by earlier.started_at desc, earlier.run_id desc
limit 1;
