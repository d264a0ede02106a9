-- The upper end of the 95 % interval of a rate of attempts: macros.rate_low has the rule.

create or replace macro macros.rate_high(
    share_sum, attempt_count, case_count, square_sum, product_sum, attempt_square_sum
) as
case
    when
        attempt_count > case_count
        and macros.ratio_error(
            share_sum, attempt_count, square_sum, product_sum, attempt_square_sum, case_count
        ) > 1e-12
        then least(
            1e0,
            share_sum / attempt_count
            + macros.student_quantile_975(case_count - 1)
            * macros.ratio_error(
                share_sum, attempt_count, square_sum, product_sum, attempt_square_sum, case_count
            )
        )
    when attempt_count > 0
        then macros.wilson_high(share_sum * case_count / attempt_count, case_count)
end;
