-- Passkeys of customers and administrators: the public half of a key that never leaves its owner's device.
create table app.passkey (
  passkey_id uuid primary key,
  owner_id uuid not null,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it was used, as the device says; zero for ever where it does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- When it last counted wrongly: a copy of it may exist.
  refused_at timestamptz
);
create index passkey_owner on app.passkey (owner_id);

-- What a passkey has to sign. It is taken once, soon, and by the browser that asked for it.
create table app.passkey_challenge (
  challenge_hash bytea primary key,
  browser_hash bytea not null,
  purpose text not null check (purpose in ('add', 'prove')),
  -- Null for a sign-in that begins with the passkey.
  owner_id uuid,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on app.passkey_challenge (expires_at);
