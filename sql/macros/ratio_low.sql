-- The lower end of the 95 % interval of a ratio of sums over cases, some attempted repeatedly.
--
-- A case adds its part to the one sum and its whole to the other, each by the share of its
-- attempts that say so. Where every case has one attempt that counts, the Wilson score interval.
-- Else Student's t on the linearised error, which takes the attempts of a case for one piece of
-- evidence, cut off at 0; where the cases do not differ, Wilson over the cases. Null where the
-- whole is nothing.

create or replace macro macros.ratio_low(
    part_sum, whole_sum, part_square_sum, product_sum, whole_square_sum, case_count, attempt_count
) as
case
    when
        attempt_count > case_count
        and macros.ratio_error(
            part_sum, whole_sum, part_square_sum, product_sum, whole_square_sum, case_count
        ) > 1e-12
        then greatest(
            0e0,
            part_sum / whole_sum
            - macros.student_quantile_975(case_count - 1)
            * macros.ratio_error(
                part_sum, whole_sum, part_square_sum, product_sum, whole_square_sum, case_count
            )
        )
    when whole_sum > 0
        then macros.wilson_low(part_sum * case_count / whole_sum, case_count)
end;
