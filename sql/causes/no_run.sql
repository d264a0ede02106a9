-- The store has no run.

select 'no run is in this store' as cause
where not exists (select 1 from facts.runs)
