-- How likely a standard normal variable lies above a number that is not negative.
--
-- Half of the complementary error function at the number over the root of two: three ratios of
-- polynomials, right to about 1e-14 of the value. Source: Cody (1969), Rational Chebyshev
-- approximations for the error function, Mathematics of Computation 23.

create or replace macro macros.normal_above(number) as
list_transform(
    [number::double / sqrt(2e0)],
    lambda distance: case
        when distance <= 0.46875e0
            then
                0.5e0
                - 0.5e0
                * distance
                * macros.horner(
                    [
                        1.85777706184603153e-1, 3.16112374387056560e0,
                        1.13864154151050156e2, 3.77485237685302021e2,
                        3.20937758913846947e3
                    ],
                    distance * distance
                )
                / macros.horner(
                    [
                        1e0, 2.36012909523441209e1, 2.44024637934444173e2,
                        1.28261652607737228e3, 2.84423683343917062e3
                    ],
                    distance * distance
                )
        when distance <= 4e0
            then
                0.5e0
                * exp(-distance * distance)
                * macros.horner(
                    [
                        2.15311535474403846e-8, 5.64188496988670089e-1,
                        8.88314979438837594e0, 6.61191906371416295e1,
                        2.98635138197400131e2, 8.81952221241769090e2,
                        1.71204761263407058e3, 2.05107837782607147e3,
                        1.23033935479799725e3
                    ],
                    distance
                )
                / macros.horner(
                    [
                        1e0, 1.57449261107098347e1, 1.17693950891312499e2,
                        5.37181101862009858e2, 1.62138957456669019e3,
                        3.29079923573345963e3, 4.36261909014324716e3,
                        3.43936767414372164e3, 1.23033935480374942e3
                    ],
                    distance
                )
        else
            0.5e0
            * exp(-distance * distance)
            / distance
            * (
                1e0 / sqrt(pi())
                - macros.horner(
                    [
                        1.63153871373020978e-2, 3.05326634961232344e-1,
                        3.60344899949804439e-1, 1.25781726111229246e-1,
                        1.60837851487422766e-2, 6.58749161529837803e-4
                    ],
                    1e0 / distance / distance
                )
                / macros.horner(
                    [
                        1e0, 2.56852019228982242e0, 1.87295284992346725e0,
                        5.27905102951428412e-1, 6.05183413124413191e-2,
                        2.33520497626869185e-3
                    ],
                    1e0 / distance / distance
                )
                / distance
                / distance
            )
    end
)[1];
