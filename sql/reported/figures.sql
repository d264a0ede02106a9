-- The reported figures beside ours, those first that need to be looked at.

select
    reported_scores.run_id,
    runs.suite,
    reported_scores.system_id,
    reported_scores.validator_id,
    reported_scores.metric,
    reported_scores.params,
    reported_scores.reducer,
    reported_scores.group_name,
    reported_scores.reported_value,
    reported_scores.computed_value,
    reported_scores.reported_stderr,
    reported_scores.computed_stderr,
    reported_scores.reported_count,
    reported_scores.computed_count,
    reported_scores.verdict,
    reported_scores.reason
from facts.reported_scores
inner join facts.runs using (run_id)
order by
    reported_scores.verdict = 'agrees',
    reported_scores.verdict = 'not_comparable',
    reported_scores.reason nulls first,
    reported_scores.run_id,
    reported_scores.validator_id,
    reported_scores.metric,
    reported_scores.reducer,
    reported_scores.group_name,
    reported_scores.params
