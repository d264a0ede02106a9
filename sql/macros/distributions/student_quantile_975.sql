-- The quantile of 0.975 of Student's t with so many degrees of freedom, one or more.
--
-- Two-sided intervals of 95 % take it. A polynomial for its logarithm in 2 / degrees - 1, which is
-- far shorter than macros.student_quantile and within 2e-10 of it, for fractions too. Null below
-- one degree: what has a single value knows no spread. Source: interpolation at the Chebyshev
-- nodes, of values to 40 digits.

create or replace macro macros.student_quantile_975(degrees) as
case
    when degrees >= 1
        then
            exp(
                macros.horner(
                    [
                        1.259505538882e-6, -5.903958126531e-6, 6.157645968876e-6,
                        1.5512363258931e-5, -4.9864677258831e-5, 1.7739197121270e-5,
                        1.90390023712420e-4, -3.67224830881147e-4, -6.00853827312705e-4,
                        3.750578669818825e-3, -3.392370593658417e-3, -2.7119999867519045e-2,
                        1.521218025026647e-1, 9.58291467476135e-1, 1.4592317464108906e0
                    ],
                    2e0 / degrees - 1e0
                )
            )
end;
