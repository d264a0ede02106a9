-- Whether any table has rows of the touched runs: one with facts has a row in facts.runs, one of
-- which every event is withdrawn has these.

select
    exists (
        from facts.runs
        where run_id in (select touched_runs.run_id from touched_runs)
    )
    or exists (
        from log.withdrawn_events
        where run_id in (select touched_runs.run_id from touched_runs)
    ) as are_runs_stored;
