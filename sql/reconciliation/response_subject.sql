-- The subject of the response that a verdict is on: the verdict's without its last part.

create or replace temp macro response_subject(verdict_subject) as
verdict_subject[:-(strpos(reverse(verdict_subject), '/') + 1)];
