-- The store has no run.

select 'the store has no runs; run `evalstore ingest PATH` to add one' as cause
where not exists (select 1 from facts.runs)
