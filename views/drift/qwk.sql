-- Quadratic weighted kappa: agreement of a critic's classes with the true ones beyond chance.
--
-- A reading of class -1, 0 or 1 against the true class of the week; taking one end for the other
-- weighs four times as much as missing by one class. 1 is full agreement, 0 what chance gives,
-- below 0 is worse than chance. Null where critic and truth name one and the same class
-- throughout: then there is nothing to agree about. 0 where only one of them never varies.
-- missing_count holds readings without an alignment, unscored_count those without a true class. A
-- week that left no reading, such as one lost to an error, is not here: hit_rate counts those.
--
-- grain: run_id, system_id, slice_name, slice_value
-- unit: kappa
-- range: -1 to 1
-- better: higher
-- source: Cohen 1968 with weights (i - j)^2 / (K - 1)^2; as cohen_kappa_score of scikit-learn
-- parameters: classes -1, 0, 1, all three declared; class -1 below -0.5, 1 above 0.5
-- slice: value_dim
-- section: drift/reading, 1
-- label: agreement of classes (QWK)
-- empty: no_persona_week, no_response, no_reading, no_true_class, no_variation
-- counts: facts.counted_readings

create or replace view metrics.qwk as

select
    run_id, system_id, slice_name, slice_value,
    known_count as scored_count, missing_count, 0 as error_count, unknown_count as unscored_count,
    (expected_sum - observed_sum) / nullif(expected_sum, 0) as qwk
from facts.reading_counts;
