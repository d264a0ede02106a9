-- How likely Student's t lies at least so far from zero, on either side.
--
-- Right to about 1e-12 of the value, down to the smallest. Null without degrees of freedom above
-- zero. Source: Student (1908) with t = sqrt(degrees) * sinh(place), under which the density is
-- cosh(place) to the power of -degrees.

create or replace macro macros.student_two_sided(distance, degrees) as
list_transform(
    [asinh(abs(distance::double) / sqrt(case when degrees > 0 then degrees::double end))],
    lambda place: exp(-degrees::double * macros.log_cosh(place))
    * macros.student_beyond(tanh(place), degrees::double)
    / macros.student_beyond(0e0, degrees::double)
)[1];
