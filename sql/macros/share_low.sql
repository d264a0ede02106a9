-- The lower end of the 95 % interval of a share of cases, of which some were attempted repeatedly.
--
-- Where every case has one attempt that counts, or the means of the cases do not vary, the Wilson
-- score interval. Else the mean less macros.share_half_width, cut off at 0. Null without a case.

create or replace macro macros.share_low(share_sum, square_sum, case_count, attempt_count) as
case
    when case_count > 0
        then greatest(0e0, coalesce(
            share_sum / case_count
            - macros.share_half_width(share_sum, square_sum, case_count, attempt_count),
            macros.wilson_low(share_sum, case_count)
        ))
end;
