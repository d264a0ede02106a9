-- What a scorer wrote as a number: C, P, I and N, yes and no, a truth value, or a number as text.

create or replace macro macros.scorer_number(written) as
case
    when written = 'C' then 1e0
    when written = 'P' then 0.5e0
    when written in ('I', 'N') then 0e0
    when lower(written) in ('yes', 'true') then 1e0
    when lower(written) in ('no', 'false') then 0e0
    else try_cast(written as double)
end;
