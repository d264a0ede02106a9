-- The value of a polynomial at a place; the coefficient of the highest power comes first.

create or replace macro macros.horner(coefficients, place) as
list_reduce(
    coefficients::double[],
    lambda total, coefficient: total * place::double + coefficient
);
