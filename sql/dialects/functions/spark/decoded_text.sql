-- A text of JSON in its quotation marks, the codes of a character in two halves decoded.
--
-- Parameters: quoted.

select
    case
        when not rlike(quoted, '\\\\u[dD][89abAB]') then quoted
        else
            array_join(
                transform(
                    regexp_extract_all(
                        quoted,
                        '\\\\u[dD][89abAB].{2}\\\\u[dD][c-fC-F].{2}|\\\\.|[^\\\\]+',
                        0
                    ),
                    piece -> case
                        when rlike(piece, '^\\\\u[dD]')
                            then from_json(concat('["', piece, '"]'), 'array<string>')[0]
                        else piece
                    end
                ),
                ''
            )
    end as decoded_text
from arguments
