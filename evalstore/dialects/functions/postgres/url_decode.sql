-- A text without percent-encoding.
--
-- Parameters: encoded.

select
    (
        select
            convert_from(
                string_agg(
                    case
                        when parts.part[1] ~ '^%[0-9A-Fa-f]{2}$'
                            then decode(substr(parts.part[1], 2), 'hex')
                        else convert_to(parts.part[1], 'UTF8')
                    end,
                    ''::bytea
                    order by parts.place
                ),
                'UTF8'
            )
        from regexp_matches(encoded, '%..|[^%]+|%', 'g') with ordinality as parts (part, place)
    ) as url_decode
from arguments
