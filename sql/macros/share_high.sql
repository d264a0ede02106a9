-- The upper end of the 95 % interval of a share of cases: macros.share_low has the rule.

create or replace macro macros.share_high(share_sum, square_sum, case_count, attempt_count) as
case
    when case_count > 0
        then least(1e0, coalesce(
            share_sum / case_count
            + macros.share_half_width(share_sum, square_sum, case_count, attempt_count),
            macros.wilson_high(share_sum, case_count)
        ))
end;
