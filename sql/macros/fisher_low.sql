-- The lower end of the Fisher interval of a correlation, 95 %.
--
-- The inverse hyperbolic tangent of a correlation is nearly normal around the true one; the
-- standard error is on its scale, and null where there are too few pairs to have one. A perfect
-- correlation lies infinitely far out: no error brings it back. z = 1.959963984540054 is the
-- normal quantile of 0.975.

create or replace macro macros.fisher_low(correlation, standard_error) as
case
    when standard_error is null then null
    when abs(correlation) = 1 then correlation
    else tanh(atanh(correlation) - 1.959963984540054e0 * standard_error)
end;
