-- The runs that have no run_started event and yet have answers, verdicts or cases.

select runs.run_id
from facts.runs
where
    runs.suite is null
    and (
        runs.run_id in (select cases.run_id from facts.cases)
        or runs.run_id in (select responses.run_id from facts.responses)
        or runs.run_id in (select verdicts.run_id from facts.verdicts)
        or runs.run_id in (select alignments.run_id from facts.alignments)
    )
order by runs.run_id
