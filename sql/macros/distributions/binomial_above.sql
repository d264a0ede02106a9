-- How likely so many hits or more are in so many trials, each a hit with the same probability.
--
-- A sum over the numbers of hits. The probability lies between 0 and 1, both excluded.

create or replace macro macros.binomial_above(hit_count, trial_count, probability) as
list_sum(
    list_transform(
        range(hit_count::bigint, trial_count::bigint + 1),
        lambda hit: exp(
            lgamma(trial_count + 1e0)
            - lgamma(hit + 1e0)
            - lgamma(trial_count - hit + 1e0)
            + hit * ln(probability)
            + (trial_count - hit) * ln(1e0 - probability)
        )
    )
);
