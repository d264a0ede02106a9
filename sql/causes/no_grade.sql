-- No verdict on phenomenology has the grades that the metric needs.

select
    format(
        'none of {} verdicts of phenomenological has the scores respect, integration and '
        || 'orientation',
        count(*)
    ) as cause
from filtered_attempts
where
    validator_id = 'phenomenological'
    and outcome is not null
    and not exists (
        select 1
        from facts.verdict_scores
        where
            verdict_scores.score_name in ('respect', 'integration', 'orientation')
            and verdict_scores.run_id = filtered_attempts.run_id
            and verdict_scores.system_id = filtered_attempts.system_id
    )
having count(*) > 0
