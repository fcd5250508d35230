-- Owners are told of changes of settings after this moment: of an event that no log has, so its time counts. Changes of before were told by
-- the versions that made them.
insert into app.process_checkpoint (name, position, event_position, event_stream, event_revision, event_hash, event_time)
values ('settings-told', -1, -1, 'settings', -1, 'before the first', now());
