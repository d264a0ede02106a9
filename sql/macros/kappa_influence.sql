-- What a part of the readings adds to quadratic weighted kappa, to first order.
--
-- A part, such as a persona, has a count of readings, the sum of the squared distances of class
-- and true class, the sum of the squares of both, and the sums of each; `whole` are those of all
-- readings. The parts' influences add up to 0. Null where kappa is not defined. Source: the
-- derivative of 1 - D N / (S N - 2 A T) by its sums; Deville (1999), Survey Methodology 25.

create or replace macro macros.kappa_influence(
    reading_count, distance_sum, square_sum, class_sum, truth_sum,
    whole_count, whole_distance_sum, whole_square_sum, whole_class_sum, whole_truth_sum
) as
(
    whole_count * whole_distance_sum
    / nullif(whole_count * whole_square_sum - 2 * whole_class_sum * whole_truth_sum, 0)
    * (
        whole_count * square_sum + whole_square_sum * reading_count
        - 2 * whole_class_sum * truth_sum - 2 * whole_truth_sum * class_sum
    )
    - whole_count * distance_sum
    - whole_distance_sum * reading_count
) / nullif(whole_count * whole_square_sum - 2 * whole_class_sum * whole_truth_sum, 0);
