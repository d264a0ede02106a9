-- The status of a reply: missing is what has neither a text nor a grade.

create or replace temp macro hosted_evals_status(item) as
case
    when item.error is not null or item.status = 'error' then 'error'
    when coalesce(item.text, '') = '' and item.status is null and len(item.results) = 0
        then 'missing'
    else 'ok'
end;
