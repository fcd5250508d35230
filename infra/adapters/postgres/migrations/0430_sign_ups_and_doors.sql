-- A sign-up waits with a name and a password of its own until a link proves the address: nobody's later sign-up replaces an earlier one.
create table app.sign_up (
  sign_up_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  name text not null check (length(name) between 1 and 200),
  password_hash text not null,
  -- The browser that asked: a link acts at once there, and anywhere else by a press.
  browser_hash bytea not null,
  created_at timestamptz not null default now()
);
create unique index sign_up_browser on app.sign_up (customer_id, browser_hash);
create index sign_up_age on app.sign_up (created_at);

alter table app.account_token
  add column sign_up_id uuid references app.sign_up on delete set null,
  add column browser_hash bytea,
  -- The second factor that the link removes.
  add column factor_id uuid;
create index account_token_sign_up on app.account_token (sign_up_id) where sign_up_id is not null;
alter table app.account_token drop constraint account_token_purpose_check;
alter table app.account_token add constraint account_token_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'restore-email', 'undo-factor'));

-- The old token and this value make the successor, so that an answer that was lost can be given again. The token itself is nowhere kept.
alter table app.refresh_token add column successor_nonce bytea;

-- A frozen account signs in nobody and takes no key.
alter table app.account
  add column frozen_at timestamptz,
  add column frozen_by uuid,
  add column frozen_reason_sealed text;

alter table app.session drop constraint session_ended_reason_check;
alter table app.session add constraint session_ended_reason_check check (ended_reason in (
  'signed-out', 'signed-out-elsewhere', 'password-changed', 'email-restored', 'token-reused', 'second-factor-enabled',
  'second-factor-reset', 'factor-undone', 'ended-by-support', 'frozen', 'erased'));
