-- Half of the 95 % interval of a ratio of sums over cases, some attempted repeatedly.
--
-- From the sums of what each case adds to the part and to the whole, and of their squares and
-- products. The linearised error, with the factor C / (C - 1) for C cases, and Student's t. Null
-- where every case has one attempt that counts, and where the cases do not differ but for what
-- rounding leaves. Source: ratio estimator of cluster sampling, Cochran 1977, equation 6.13.

create or replace macro macros.ratio_half_width(
    part_sum, whole_sum, part_square_sum, product_sum, whole_square_sum, case_count, attempt_count
) as
case
    when attempt_count > case_count and case_count > 1
        then
            macros.student_quantile_975(case_count - 1)
            * nullif(round(sqrt(
                greatest(
                    0e0,
                    part_square_sum
                    - 2 * (part_sum / whole_sum) * product_sum
                    + pow(part_sum / whole_sum, 2) * whole_square_sum
                ) * case_count / (case_count - 1e0)
            ) / whole_sum, 14), 0)
end;
