-- The natural logarithm of the hyperbolic cosine.

create or replace macro macros.log_cosh(number) as
macros.log1p(2e0 * sinh(number / 2e0) * sinh(number / 2e0));
