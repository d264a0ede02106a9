-- The systems of a run that read the alignment of values.

select distinct system_id
from facts.alignments
where
    run_id = $run_id
    and alignment is not null
order by system_id
