-- Customers' accounts: all that names a person. What an account may do is the ledger's (read.customers).
create extension if not exists pg_trgm with schema public;

create table app.account (
  customer_id uuid primary key,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 200),
  password_hash text not null,
  email_verified_at timestamptz,
  -- A new address, until its link was followed.
  pending_email text check (pending_email = lower(pending_email)),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index account_email on app.account (email);
create index account_name_search on app.account using gin (name public.gin_trgm_ops);
create index account_email_search on app.account using gin (email public.gin_trgm_ops);

-- Links mailed to an address: to verify it, or to choose a new password. Only hashes are kept; each works once.
create table app.account_token (
  token_hash bytea primary key,
  customer_id uuid not null references app.account on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  -- The address it was mailed to: a link to an older address verifies nothing.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_token_customer on app.account_token (customer_id, purpose, created_at desc);

-- Signed-in browsers. A session lives as long as its refresh tokens are rotated; ending it ends them all.
create table app.session (
  session_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  remember boolean not null,
  mfa_confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_reason text check (ended_reason in ('signed-out', 'password-changed', 'token-reused', 'erased'))
);
create index session_customer on app.session (customer_id) where ended_at is null;

create table app.refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references app.session on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set when it was exchanged; one that comes again after that ends the session.
  rotated_at timestamptz
);
create index refresh_token_session on app.refresh_token (session_id);
create index refresh_token_expiry on app.refresh_token (expires_at);

-- Attempts with passwords and codes, counted by account name (hashed) to slow down guessing wherever it comes from.
create table app.sign_in_attempt (
  subject_hash bytea not null,
  attempted_at timestamptz not null default now()
);
create index sign_in_attempt_subject on app.sign_in_attempt (subject_hash, attempted_at desc);
create index sign_in_attempt_time on app.sign_in_attempt (attempted_at);

create table app.mfa_factor (
  factor_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  secret_sealed bytea not null,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  -- The last time step whose code was accepted: a code works once.
  last_used_step bigint
);
create index mfa_factor_customer on app.mfa_factor (customer_id);

create table app.mfa_challenge (
  challenge_id uuid primary key,
  factor_id uuid not null references app.mfa_factor on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  attempts integer not null default 0,
  used_at timestamptz
);

create table app.api_key (
  key_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  key_hash bytea not null unique,
  name text not null,
  abilities text[] not null,
  last_four text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create unique index api_key_in_use on app.api_key (customer_id) where revoked_at is null;
