-- Whether any table may have rows of the touched runs: one that has some is in facts.runs, or all
-- its events are withdrawn; and events of it were folded before, or its facts came without them.
--
-- Parameters: first_run_id and last_run_id, variables.

select
    exists (
        from log.events
        where
            run_id between getvariable('first_run_id') and getvariable('last_run_id')
            and run_id in (select touched_runs.run_id from touched_runs)
            and position < (select min(new_events.position) from new_events)
    )
    or exists (
        from facts.runs
        where run_id in (select touched_runs.run_id from touched_runs)
    )
    or exists (
        from log.withdrawn_events
        where run_id in (select touched_runs.run_id from touched_runs)
    ) as are_runs_stored;
