-- The number that Student's t stays below with this probability.
--
-- Null for a probability outside of (0, 1) and below one degree of freedom. Right to about 1e-12
-- of the value. Costly: where the probability is 0.975, take macros.student_quantile_975.

create or replace macro macros.student_quantile(probability, degrees) as
list_transform(
    [case when degrees >= 1 then degrees::double end],
    lambda freedom: case
        when probability > 0 and probability < 1
            then
                sign(probability::double - 0.5e0)
                * sqrt(freedom)
                * sinh(
                    macros.student_place(
                        ln(2e0 * least(probability::double, 1e0 - probability::double)),
                        freedom,
                        macros.student_beyond(0e0, freedom)
                    )
                )
    end
)[1];
