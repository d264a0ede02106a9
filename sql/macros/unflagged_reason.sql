-- Why it is not known whether a week was flagged for drift, for one of which it is not.

create or replace macro macros.unflagged_reason(status, has_triggers, is_first_week) as
case
    when status = 'missing' then status
    when status = 'unparsable' then 'unparsable response'
    when status = 'error' then 'error: the system failed'
    when not has_triggers then 'no trigger applied'
    when is_first_week then 'first week of a persona'
    else 'no reading'
end;
