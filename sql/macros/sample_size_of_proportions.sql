-- How many cases each of two independent groups needs to show that their shares differ.
--
-- Two-sided, with this power; not rounded, so round up. The difference is taken between the
-- arcsines of the shares, whose spread does not depend on the share. Null for equal shares, for
-- one outside of [0, 1], and for an alpha or a power outside of (0, 1).
-- Source: 2 * ((z(1 - alpha / 2) + z(power)) / h) squared of Cohen's h = 2 asin(sqrt(one)) -
-- 2 asin(sqrt(other)); Cohen (1988), chapter 6.

create or replace macro macros.sample_size_of_proportions(
    one_share, other_share, alpha, power
) as
case
    when
        one_share between 0 and 1
        and other_share between 0 and 1
        and one_share <> other_share
        then 2 * pow(
            (macros.normal_quantile(1e0 - alpha / 2) + macros.normal_quantile(power))
            / (2 * asin(sqrt(one_share)) - 2 * asin(sqrt(other_share))),
            2
        )
end;
