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
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_key_created on app.idempotency_key (created_at);
