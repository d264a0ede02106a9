-- Refuses UPDATE on log.events: what was appended stays.

create trigger events_no_update before update on log.events for each statement
insert into log.refusals
select error(
    'log.events is append-only: UPDATE refused; append a revision or a retraction instead'
);
