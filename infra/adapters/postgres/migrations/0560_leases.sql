-- Who works alone with a thing at the moment, such as a line of the bank: a row in place of a lock, so that no connection and no transaction
-- is held while the event store is waited for. A process that dies leaves its row, which ends by itself.
create table app.lease (
  name text primary key,
  holder uuid not null,
  expires_at timestamptz not null
);
create index lease_by_age on app.lease (expires_at);
