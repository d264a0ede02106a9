-- The lower end of the 95 % interval of a share of cases, of which some were attempted repeatedly.
--
-- Where every case has one attempt that counts, the Wilson score interval. Else Student's t over
-- the means of the cases, whose standard deviation is given: that takes the attempts of a case for
-- one piece of evidence. It is cut off at 0; where these means do not vary, Wilson over the cases.
-- Null without a case.

create or replace macro macros.share_low(share_sum, deviation, case_count, attempt_count) as
case
    when attempt_count > case_count and deviation > 0
        then greatest(
            0e0,
            share_sum / case_count
            - macros.student_quantile_975(case_count - 1) * deviation / sqrt(case_count)
        )
    else macros.wilson_low(share_sum, case_count)
end;
