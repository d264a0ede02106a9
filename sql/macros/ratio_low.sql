-- The lower end of the 95 % interval of a ratio of sums over cases, some attempted repeatedly.
--
-- Where every case has one attempt that counts, the Wilson score interval. Else Student's t on the
-- standard error, that of macros.ratio_error, which takes the attempts of a case for one piece of
-- evidence. It is cut off at 0; where the cases do not differ, Wilson over the cases. Null where
-- the whole is nothing.

create or replace macro macros.ratio_low(
    part_sum, whole_sum, standard_error, case_count, attempt_count
) as
case
    when attempt_count > case_count and standard_error > 1e-12
        then greatest(
            0e0,
            part_sum / whole_sum - macros.student_quantile_975(case_count - 1) * standard_error
        )
    when whole_sum > 0
        then macros.wilson_low(part_sum * case_count / whole_sum, case_count)
end;
