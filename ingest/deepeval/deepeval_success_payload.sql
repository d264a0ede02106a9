-- The payload of verdict_recorded, of the success of a test case.
--
-- Where every metric that failed broke down or gave no number, nobody knows; flaky metrics do not
-- count.

create or replace temp macro deepeval_success_payload(fields) as
json_object(
    'case_id', fields.case_id,
    'system_id', fields.system_id,
    'attempt', fields.attempt,
    'validator_id', 'success',
    'outcome', case
        when fields.case.success then 'right'
        when
            len(deepeval_failed(fields.case.metrics)) > 0
            and list_bool_and(
                list_transform(
                    deepeval_failed(fields.case.metrics),
                    lambda metric: deepeval_metric_outcome(metric) in ('error', 'unscored')
                )
            )
            then 'error'
        else 'wrong'
    end,
    'is_rating', true,
    'reason', case
        when len(deepeval_failed(fields.case.metrics)) > 0
            then 'failed: ' || array_to_string(
                list_transform(
                    deepeval_failed(fields.case.metrics),
                    lambda metric: metric.name
                ),
                ', '
            )
        when fields.case.success then 'all metrics that count passed'
        else 'DeepEval failed it'
    end
);
