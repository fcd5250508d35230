-- How customers and administrators prove who they are, and what slows an attack down.

-- Attempts with passwords and codes, counted by account name (hashed), so that guessing is slow wherever it comes from.
create table app.sign_in_attempt (
  subject_hash bytea not null,
  attempted_at timestamptz not null default now()
);
create index sign_in_attempt_subject on app.sign_in_attempt (subject_hash, attempted_at desc);
create index sign_in_attempt_time on app.sign_in_attempt (attempted_at);

-- Browsers that somebody has signed in with: guesses from elsewhere do not count against them, and a sign-in with a new one is
-- announced by mail. The owner is a customer or an administrator; only a hash of the browser's token is kept.
create table app.known_device (
  token_hash bytea not null,
  owner_id uuid not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (token_hash, owner_id)
);
create index known_device_owner on app.known_device (owner_id);
create index known_device_seen on app.known_device (last_seen_at);

-- Second factors, of customers and administrators.
create table app.mfa_factor (
  factor_id uuid primary key,
  owner_id uuid constraint mfa_factor_customer_id_not_null not null,
  secret_sealed bytea not null,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  -- The last time step whose code was accepted: a code works once.
  last_used_step bigint
);
create index mfa_factor_owner on app.mfa_factor (owner_id);

create table app.mfa_challenge (
  challenge_id uuid primary key,
  factor_id uuid not null references app.mfa_factor on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  attempts integer not null default 0,
  used_at timestamptz
);
create index mfa_challenge_expiry on app.mfa_challenge (expires_at);

-- What opens the code step where the telephone is lost. Only hashes are kept; a code that was used is gone.
create table app.recovery_code (
  code_hash bytea primary key,
  owner_id uuid not null,
  created_at timestamptz not null default now()
);
create index recovery_code_owner on app.recovery_code (owner_id);

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

-- A customer's second factor that an owner is about to remove, after a delay in which the customer can stop it.
create table app.second_factor_reset (
  reset_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  requested_by uuid not null,
  -- How the owner knows who asked, sealed under the customer's key.
  checked_sealed text not null,
  stop_token_hash bytea not null unique,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  ended text check (ended in ('done', 'stopped', 'taken-back'))
);
create unique index second_factor_reset_open on app.second_factor_reset (customer_id) where ended_at is null;
create index second_factor_reset_customer on app.second_factor_reset (customer_id, requested_at desc);

-- What may be an attack. A row stands for what one kind, account and address did within a minute, `times` over.
create table app.security_event (
  id uuid primary key,
  kind text not null,
  account_id uuid,
  address text not null default '',
  detail text not null default '',
  times integer not null check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index security_event_last on app.security_event (last_at desc, id);
create index security_event_kind on app.security_event (kind, last_at desc);
create index security_event_account on app.security_event (account_id, last_at desc) where account_id is not null;
create trigger security_event_stays before update or delete on app.security_event
  for each row execute function app.security_event_stays();
create trigger security_event_not_truncated before truncate on app.security_event
  for each statement execute function app.security_event_stays();

-- When a mail of a kind went to an address, by a hash of both: what the cool-downs of mails count.
create table app.mail_sent (
  subject_hash bytea not null,
  sent_at timestamptz not null default now()
);
create index mail_sent_subject on app.mail_sent (subject_hash, sent_at);
create index mail_sent_at on app.mail_sent (sent_at);

-- Looks at gift codes by customer and minute: the limit holds over all processes of the API. Rows of past minutes are removed.
create table app.code_look (
  customer_id uuid not null,
  minute timestamptz not null,
  looks integer not null,
  primary key (customer_id, minute)
);
create index code_look_by_age on app.code_look (minute);
