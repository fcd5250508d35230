-- A link by which an administrator chooses a password: the first one, or a new one. Only its hash is kept; it works once.
create table app.administrator_token (
  token_hash bytea primary key,
  administrator_id uuid not null references app.administrator on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index administrator_token_administrator on app.administrator_token (administrator_id);
