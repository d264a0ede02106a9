-- Of three cases that expect A two are right, of three B one, and of C none.

-- given facts.runs
from (values ('r1', ['maia']), ('r2', null), ('r3', null)) as given (run_id, systems);

-- given facts.cases
from (
    values
    ('r1', 'c1', 'A'),
    ('r1', 'c2', 'A'),
    -- Written in another way, the same label.
    ('r1', 'c3', ' a '),
    ('r1', 'c4', 'B'),
    ('r1', 'c5', 'B'),
    ('r1', 'c6', 'B'),
    ('r1', 'c7', 'C'),
    ('r1', 'c8', 'C'),
    -- Expects nothing: no label, and no case of these metrics.
    ('r1', 'c9', null),
    -- Asked repeatedly.
    ('r2', 'd1', 'A'),
    ('r2', 'd2', 'A'),
    ('r2', 'd3', 'B'),
    ('r2', 'd4', 'B'),
    -- Three different values of three cases are no labels: this run has no row.
    ('r3', 'e1', '1989'),
    ('r3', 'e2', '1990'),
    ('r3', 'e3', 'Berlin')
) as given (run_id, case_id, expected);

-- given facts.responses
from (
    values
    ('r1', 'maia', 'c1', 1, true, 'ok', 'A'),
    ('r1', 'maia', 'c2', 1, true, 'ok', 'B'),
    ('r1', 'maia', 'c3', 1, true, 'ok', 'A'),
    -- In lower case, with space around it.
    ('r1', 'maia', 'c4', 1, true, 'ok', ' b '),
    ('r1', 'maia', 'c5', 1, true, 'ok', 'C'),
    -- Of c6 nothing came: wrong. An error took c7: left out, and counted.
    ('r1', 'maia', 'c7', 1, true, 'error', 'C'),
    -- None of the labels: wrong.
    ('r1', 'maia', 'c8', 1, true, 'ok', 'maybe'),
    ('r1', 'maia', 'c9', 1, true, 'ok', 'A'),
    -- Right every other time.
    ('r2', 'again', 'd1', 1, false, 'ok', 'A'),
    ('r2', 'again', 'd1', 2, true, 'ok', 'B'),
    -- The attempt that an error took leaves the other of its case in.
    ('r2', 'again', 'd2', 1, false, 'error', null),
    ('r2', 'again', 'd2', 2, true, 'ok', 'A'),
    ('r2', 'again', 'd3', 1, false, 'ok', 'B'),
    ('r2', 'again', 'd3', 2, true, 'ok', 'B'),
    -- Errors took both: the case is out.
    ('r2', 'again', 'd4', 1, false, 'error', null),
    ('r2', 'again', 'd4', 2, true, 'error', null),
    ('r3', 'maia', 'e1', 1, true, 'ok', '1989'),
    ('r3', 'maia', 'e2', 1, true, 'ok', '1989'),
    ('r3', 'maia', 'e3', 1, true, 'ok', '1989')
) as given (run_id, system_id, case_id, attempt, is_final_attempt, status, answer);

-- expect metrics.label_recall
from (
    values
    ('r1', 'all', 'label=A', 3, 0, 0, 0, 3, 0, 2 / 3),
    ('r1', 'all', 'label=B', 3, 1, 0, 0, 4, 0, 1 / 3),
    ('r1', 'all', 'label=C', 1, 0, 1, 0, 3, 1, 0),
    ('r1', 'all', 'average=micro', 7, 1, 1, 0, 8, 1, 3 / 7),
    ('r1', 'all', 'average=macro', 7, 1, 1, 0, 8, 1, 1 / 3),
    ('r1', 'all', 'average=weighted', 7, 1, 1, 0, 8, 1, 3 / 7),
    ('r2', 'all', 'label=A', 2, 0, 0, 0, 4, 1, 3 / 4),
    ('r2', 'all', 'label=B', 1, 0, 1, 0, 5, 2, 1),
    ('r2', 'all', 'average=micro', 3, 0, 1, 0, 8, 3, 2.5 / 3),
    ('r2', 'all', 'average=macro', 3, 0, 1, 0, 8, 3, 1.75 / 2),
    ('r2', 'all', 'average=weighted', 3, 0, 1, 0, 8, 3, 2.5 / 3)
) as expected (
    run_id, slice_name, variant, scored_count, missing_count, error_count, unscored_count,
    attempt_count, left_out_attempt_count, label_recall
);
