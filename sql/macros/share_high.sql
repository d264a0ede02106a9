-- The upper end of the 95 % interval of a share of cases: macros.share_low has the rule.

create or replace macro macros.share_high(share_sum, deviation, case_count, attempt_count) as
case
    when attempt_count > case_count and deviation > 0
        then least(
            1e0,
            share_sum / case_count
            + macros.student_quantile_975(case_count - 1) * deviation / sqrt(case_count)
        )
    else macros.wilson_high(share_sum, case_count)
end;
