-- The exact lower bound of a chance, of which so many hits in so many trials were seen.
--
-- One-sided: in no more than `alpha` of all samples the true chance lies below it. The share at
-- which so many hits or more are as likely as alpha, found by halving; 0 without a hit, null
-- without a trial. Trials are whole and independent. Source: Clopper and Pearson 1934.

create or replace macro macros.exact_low(hit_count, trial_count, alpha) as
list_reduce(
    list_transform(range(1, 51), lambda step: power(2e0, -step)),
    lambda low, width: case
        when macros.binomial_above(hit_count, trial_count, low + width) < alpha then low + width
        else low
    end,
    case when trial_count > 0 then 0e0 end
);
