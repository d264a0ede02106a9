-- A time as Python prints it, `2023-04-18 13:49:42.837472+00:00`, as RFC 3339; others are null.

create or replace temp macro openai_evals_time(printed) as
case
    when regexp_full_match(printed, '\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d')
        then replace(printed, ' ', 'T')
end;
