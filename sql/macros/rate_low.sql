-- The lower end of the 95 % interval of a rate of attempts, such as that of errors.
--
-- Where every case has one attempt, the Wilson score interval. Else Student's t on the error that
-- takes the attempts of a case for one piece of evidence, cut off at 0; where the cases do not
-- differ, Wilson over the cases. Null without an attempt.

create or replace macro macros.rate_low(
    share_sum, attempt_count, case_count, square_sum, product_sum, attempt_square_sum
) as
case
    when
        attempt_count > case_count
        and macros.ratio_error(
            share_sum, attempt_count, square_sum, product_sum, attempt_square_sum, case_count
        ) > 1e-12
        then greatest(
            0e0,
            share_sum / attempt_count
            - macros.student_quantile_975(case_count - 1)
            * macros.ratio_error(
                share_sum, attempt_count, square_sum, product_sum, attempt_square_sum, case_count
            )
        )
    when attempt_count > 0
        then macros.wilson_low(share_sum * case_count / attempt_count, case_count)
end;
