-- The risk summed over the steps at which the claims of one confidence are let in.
--
-- After each step the risk is the share of error among all claims let in so far. The order of
-- claims that are equally sure is not known, so each brings in the mean error of them all: the
-- expectation over all their orders. A step weighs what a claim of this confidence weighs.

create or replace macro macros.risk_sum(
    weight_sum, error_sum, claim_count, surer_sum, surer_error_sum
) as
case
    when claim_count = 1
        then weight_sum * (surer_error_sum + error_sum) / (surer_sum + weight_sum)
    else
        error_sum
        + (surer_error_sum - surer_sum * error_sum / weight_sum)
        * macros.harmonic_difference(surer_sum * claim_count / weight_sum, claim_count)
end;
