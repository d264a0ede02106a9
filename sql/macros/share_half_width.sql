-- Half of the 95 % interval of a share of cases, of which some were attempted repeatedly.
--
-- Student's t over the means of the cases, which takes the attempts of a case for one piece of
-- evidence, from the sums of these means and of their squares. Null where every case has one
-- attempt that counts, and where the means do not vary but for what rounding leaves.

create or replace macro macros.share_half_width(
    share_sum, square_sum, case_count, attempt_count
) as
case
    when
        attempt_count > case_count
        and square_sum - share_sum * share_sum / case_count > 1e-12 * square_sum
        then
            macros.student_quantile_975(case_count - 1)
            * sqrt(
                (square_sum - share_sum * share_sum / case_count) / (case_count - 1e0) / case_count
            )
end;
