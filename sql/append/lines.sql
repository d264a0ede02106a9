-- The lines of a piece, one row each, blank ones too, so that row numbers are line numbers.

create or replace temp table lines as
select
    $file_number::integer as file_number,
    line
from
    read_csv(
        $file,
        columns = { line: 'VARCHAR' },
        header = false,
        delim = chr(1),
        quote = '',
        escape = '',
        auto_detect = false,
        strict_mode = false,
        new_line = '\n',
        compression = 'none',
        max_line_size = 16777217,
        buffer_size = 33554432
    );
