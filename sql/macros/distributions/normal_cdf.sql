-- How likely a standard normal variable stays below a number.

create or replace macro macros.normal_cdf(number) as
case
    when number < 0 then macros.normal_above(-number)
    else 1e0 - macros.normal_above(number)
end;
