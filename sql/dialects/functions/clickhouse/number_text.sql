-- The text of a number that has a fraction or an exponent, as DuckDB has it: 1.0, 1e-05, 1e+22.
--
-- What it is made of is the shortest text, with or without an exponent.
--
-- Parameters: written.

select
    multiIf(
        toFloat64(written) = 0 or (
            abs(toFloat64(written)) >= 1e-4 and abs(toFloat64(written)) < 1e16
        ),
        if(position(written, '.') > 0, written, concat(written, '.0')),
        position(written, 'e') > 0,
        concat(
            extract(written, '^[^e]+'),
            if(position(written, 'e-') > 0, 'e-', 'e+'),
            leftPad(
                extract(written, '[0-9]+$'), greatest(2, length(extract(written, '[0-9]+$'))), '0'
            )
        ),
        abs(toFloat64(written)) >= 1e16,
        concat(
            replaceRegexpOne(
                replaceRegexpOne(written, '^(-?[0-9])([0-9]*?)0*$', '\\1.\\2'), '[.]$', ''
            ),
            'e+',
            toString(length(extract(written, '[0-9]+')) - 1)
        ),
        concat(
            replaceRegexpOne(
                replaceRegexpOne(written, '^(-?)0[.]0*([0-9])([0-9]*)$', '\\1\\2.\\3'), '[.]$', ''
            ),
            'e-0',
            toString(length(extract(written, '[.](0*)')) + 1)
        )
    ) as number_text
from arguments
