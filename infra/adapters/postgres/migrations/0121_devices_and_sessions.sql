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

-- What the list of sessions shows.
alter table app.session
  add column user_agent text,
  add column address text,
  add column last_used_at timestamptz not null default now();
alter table app.session drop constraint session_ended_reason_check;
alter table app.session add constraint session_ended_reason_check
  check (ended_reason in ('signed-out', 'signed-out-elsewhere', 'password-changed', 'email-restored', 'token-reused', 'erased'));

-- A link that takes a change of address back.
alter table app.account_token drop constraint account_token_purpose_check;
alter table app.account_token add constraint account_token_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'restore-email'));
create index account_token_held_address on app.account_token (email) where purpose = 'restore-email' and used_at is null;
