-- The installation itself, and what its parts keep for each other.

-- Facts about this installation itself, such as that the first seed was sown.
create table app.installation (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);

-- Keys of the installation, sealed under the key of the data: they stay when that one changes.
create table app.installation_key (
  name text primary key,
  key_sealed bytea not null
);

-- How far each follower of the log has come.
create table app.process_checkpoint (
  name text primary key,
  position bigint not null,
  saved_at timestamptz not null default now(),
  -- The event that it followed last: an earlier state of the log, or another log, may have another one at that position.
  event_stream text,
  event_revision bigint,
  event_hash text,
  event_time timestamptz,
  -- Why it waits, if it does: the log does not have that event.
  halted_reason text,
  -- Where that event stands: a version that moves the position alone may run beside this one, and then the event says nothing.
  event_position bigint
);
-- Owners are told of changes of settings after this moment: of an event that no log has, so its time counts.
insert into app.process_checkpoint (name, position, event_position, event_stream, event_revision, event_hash, event_time)
values ('settings-told', -1, -1, 'settings', -1, 'before the first', now());

-- Who works alone with a thing at the moment, such as a line of the bank: a row in place of a lock, so that no connection and no transaction
-- is held while the event store is waited for. A process that dies leaves its row, which ends by itself.
create table app.lease (
  name text primary key,
  holder uuid not null,
  expires_at timestamptz not null
);
create index lease_by_age on app.lease (expires_at);

-- What a job is about, until it is done: mails with their links and names. The queue has only the id.
create table app.job_payload (
  job_id text primary key,
  payload_sealed bytea not null,
  created_at timestamptz not null default now()
);
create index job_payload_created on app.job_payload (created_at);

-- The last head of the log that was mailed to each of the addresses in LOG_HEADS_MAIL.
create table app.mailed_head (
  address text primary key,
  size bigint not null check (size > 0),
  mailed_at timestamptz not null default now()
);

-- Answers of writes by their callers' keys: the same key with the same body gets the first answer again.
create table app.idempotency_key (
  -- Whose key it is, e.g. customer:<id>.
  actor text not null,
  key text not null check (length(key) between 1 and 200),
  -- Method and address, for people who look into it.
  call text not null,
  body_hash text not null,
  -- Null while the first request is under way.
  status integer,
  created_at timestamptz not null default now(),
  answer_id uuid not null unique default gen_random_uuid(),
  response_sealed bytea,
  primary key (actor, key)
);
create index idempotency_key_created on app.idempotency_key (created_at);

-- Requests by caller and place, over all processes of the API. A crash of Postgres empties it, and a minute is counted from its start again: so no
-- write of it is logged or waited for.
create unlogged table app.request_count (
  subject_hash bytea primary key,
  requests integer not null,
  ends_at timestamptz not null
);
create index request_count_by_age on app.request_count (ends_at);
