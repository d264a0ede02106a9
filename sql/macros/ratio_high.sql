-- The upper end of the 95 % interval of a ratio of sums over cases: macros.ratio_low has the rule.

create or replace macro macros.ratio_high(
    part_sum, whole_sum, part_square_sum, product_sum, whole_square_sum, case_count, attempt_count
) as
case
    when whole_sum > 0
        then least(1e0, coalesce(
            part_sum / whole_sum
            + macros.ratio_half_width(
                part_sum,
                whole_sum,
                part_square_sum,
                product_sum,
                whole_square_sum,
                case_count,
                attempt_count
            ),
            macros.wilson_high(part_sum * case_count / whole_sum, case_count)
        ))
end;
