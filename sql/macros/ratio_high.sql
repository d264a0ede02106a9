-- The upper end of the 95 % interval of a ratio of sums over cases: macros.ratio_low has the rule.

create or replace macro macros.ratio_high(
    part_sum, whole_sum, standard_error, case_count, attempt_count
) as
case
    when attempt_count > case_count and standard_error > 1e-12
        then least(
            1e0,
            part_sum / whole_sum + macros.student_quantile_975(case_count - 1) * standard_error
        )
    when whole_sum > 0
        then macros.wilson_high(part_sum * case_count / whole_sum, case_count)
end;
