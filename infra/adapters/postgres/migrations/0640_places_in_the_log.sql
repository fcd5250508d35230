-- Which event a follower of the log followed last, beside its position: an earlier state of the log, or another log, may have another
-- event there. Null in rows of before, until the next step.
alter table app.process_checkpoint
  add column event_stream text,
  add column event_revision bigint,
  add column event_hash text,
  add column event_time timestamptz,
  -- Why it waits, if it does: the log does not have that event.
  add column halted_reason text;
