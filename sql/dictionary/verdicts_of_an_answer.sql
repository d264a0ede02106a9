-- Every verdict on each answer of a run, one validator a column.

select
    system_id,
    case_id,
    text,
    verdicts['factual'].outcome as factual,
    verdicts['factual'].reason as reason,
    judged_by
from facts.answers
where run_id = 'capitals-nightly-2'
order by system_id, case_id;
