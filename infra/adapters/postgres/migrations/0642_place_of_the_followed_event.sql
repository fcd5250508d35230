-- Where the event beside the position stands: a version of before, which runs beside this one during an update, moves the position alone,
-- and the event says nothing any more.
alter table app.process_checkpoint add column event_position bigint;
update app.process_checkpoint set event_position = position where event_stream is not null;
