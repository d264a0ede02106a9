-- The correlation of pairs out of the sums of their centred products and squares.
--
-- Null where one side does not vary, or where the numbers are too large or too small for their
-- squares. Rounding can put it a hair outside -1 to 1, and is clipped.

create or replace macro macros.correlation(product_sum, left_square_sum, right_square_sum) as
case
    when
        left_square_sum > 0
        and right_square_sum > 0
        and isfinite(left_square_sum::double)
        and isfinite(right_square_sum::double)
        then greatest(-1e0, least(
            1e0,
            product_sum / sqrt(left_square_sum::double) / sqrt(right_square_sum::double)
        ))
end;
