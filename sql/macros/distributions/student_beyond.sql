-- What lies beyond a point of Student's t, as a multiple of cosh to the power of -degrees there.
--
-- The point is the root of the degrees times sinh of a place, and `slope` is tanh of that place:
-- this is the integral of (cosh(s) + slope * sinh(s)) ^ -degrees over s from 0 to infinity. The
-- trapezoid rule over exp(x - exp(-x)), in steps of an eighth, is right to about 1e-13 of it.
-- Source: Takahasi and Mori (1974), Double exponential formulas for numerical integration.

create or replace macro macros.student_beyond(slope, degrees) as
list_sum(
    list_transform(
        range(-30, 37),
        lambda step: list_transform(
            [exp(step / 8e0 - exp(-step / 8e0)) / (sqrt(degrees) + degrees * slope)],
            lambda distance: (1e0 + exp(-step / 8e0))
            * distance
            / 8e0
            * exp(
                -degrees
                * macros.log1p(
                    2e0 * sinh(distance / 2e0) * sinh(distance / 2e0) + slope * sinh(distance)
                )
            )
        )[1]
    )
);
