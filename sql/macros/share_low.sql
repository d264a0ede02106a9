-- The lower end of the 95 % interval of a share of cases, of which some were attempted repeatedly.
--
<<<<<<< HEAD
-- Where every case has one attempt that counts, the Wilson score interval. Else Student's t over
-- the means of the cases, whose standard deviation is given: that takes the attempts of a case for
-- one piece of evidence. It is cut off at 0; where these means do not vary, Wilson over the cases.
-- Null without a case.
=======
-- Where every case has one attempt that counts, or the means of the cases do not vary, the Wilson
-- score interval. Else the mean less macros.share_half_width, cut off at 0. Null without a case.
>>>>>>> main

create or replace macro macros.share_low(share_sum, deviation, case_count, attempt_count) as
case
<<<<<<< HEAD
    when attempt_count > case_count and deviation > 0
        then greatest(
            0e0,
            share_sum / case_count
            - macros.student_quantile_975(case_count - 1) * deviation / sqrt(case_count)
        )
    else macros.wilson_low(share_sum, case_count)
=======
    when case_count > 0
        then greatest(0e0, coalesce(
            share_sum / case_count
            - macros.share_half_width(share_sum, square_sum, case_count, attempt_count),
            macros.wilson_low(share_sum, case_count)
        ))
>>>>>>> main
end;
