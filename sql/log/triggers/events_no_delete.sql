-- Refuses DELETE and TRUNCATE on log.events: what was appended stays.

create trigger events_no_delete before delete on log.events for each statement
insert into log.refusals
select error(
    'log.events is append-only: DELETE refused; append a revision or a retraction instead'
);
