-- The lower end of the 95 % interval of a ratio of sums over cases, some attempted repeatedly.
--
-- A case adds its part to the one sum and its whole to the other, each by the share of its
-- attempts that say so. Where every case has one attempt that counts, or the cases do not differ,
-- the Wilson score interval over the cases. Else the ratio less macros.ratio_half_width, cut off
-- at 0. Null where the whole is nothing.

create or replace macro macros.ratio_low(
    part_sum, whole_sum, part_square_sum, product_sum, whole_square_sum, case_count, attempt_count
) as
case
    when whole_sum > 0
        then greatest(0e0, coalesce(
            part_sum / whole_sum
            - macros.ratio_half_width(
                part_sum,
                whole_sum,
                part_square_sum,
                product_sum,
                whole_square_sum,
                case_count,
                attempt_count
            ),
            macros.wilson_low(part_sum * case_count / whole_sum, case_count)
        ))
end;
