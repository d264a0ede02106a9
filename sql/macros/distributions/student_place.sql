-- Where a share of Student's t lies farther out: asinh of t over the root of the degrees.
--
-- `log_share` is the logarithm of what lies as far out on either side, and `whole` is
-- macros.student_beyond of a slope of zero. Five Newton steps on the logarithm of the tail, which
-- is concave in the place, so that they close in from above.

create or replace macro macros.student_place(log_share, degrees, whole) as
list_reduce(
    [acosh(exp(-log_share / degrees)), 0e0, 0e0, 0e0, 0e0, 0e0],
    lambda place, zero: list_transform(
        [macros.student_beyond(tanh(place), degrees)],
        lambda tail: place
        + tail * (ln(tail / whole) - degrees * macros.log_cosh(place) - log_share)
    )[1]
);
