-- The natural logarithm of one and a number that is not negative, exact close to zero as well.

create or replace macro macros.log1p(number) as
case
    when number < 1e0 then 2e0 * atanh(number / (2e0 + number))
    else ln(1e0 + number)
end;
