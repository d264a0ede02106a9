-- Missing answers by kind of error: never came, failed, unparsable, or a judge (validator) failed.

with losses as (
    select
        run_id,
        system_id,
        domain,
        status as kind_of_error,
        coalesce(error, reason) as cause
    from facts.answers
    where status <> 'ok'
    union all
    select
        verdicts.run_id,
        verdicts.system_id,
        cases.domain,
        'validator failed' as kind_of_error,
        concat_ws(': ', verdicts.validator_id, verdicts.reason) as cause
    from facts.verdicts
    left join facts.cases using (run_id, case_id)
    where verdicts.outcome = 'error'
)

select
    runs.run_id,
    losses.system_id,
    losses.domain,
    losses.kind_of_error,
    losses.cause,
    count(losses.kind_of_error) as answer_count
from facts.runs
left join losses using (run_id)
group by all
order by runs.run_id, losses.system_id, answer_count desc, losses.kind_of_error, losses.cause;
