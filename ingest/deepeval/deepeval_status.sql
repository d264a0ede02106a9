-- The status of a reply: missing is what has neither a text nor anything that judged it.

create or replace temp macro deepeval_status(test_case) as
case
    when test_case.success is not null or len(test_case.metrics) > 0 then 'ok'
    when test_case.is_missing or test_case.text = '' then 'missing'
    else 'ok'
end;
