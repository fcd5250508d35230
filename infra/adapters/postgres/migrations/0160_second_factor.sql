-- A second factor is a customer's or an administrator's, as a known device is.
alter table app.mfa_factor drop constraint mfa_factor_customer_id_fkey;
alter table app.mfa_factor rename column customer_id to owner_id;
alter index app.mfa_factor_customer rename to mfa_factor_owner;

-- What opens the code step where the telephone is lost. Only hashes are kept; a code that was used is gone.
create table app.recovery_code (
  code_hash bytea primary key,
  owner_id uuid not null,
  created_at timestamptz not null default now()
);
create index recovery_code_owner on app.recovery_code (owner_id);

-- When it was last proven, by a password or a code, that the owner sits at the device.
alter table app.session add column confirmed_at timestamptz not null default now();
update app.session set confirmed_at = created_at;
alter table app.session drop constraint session_ended_reason_check;
alter table app.session add constraint session_ended_reason_check check (ended_reason in (
  'signed-out', 'signed-out-elsewhere', 'password-changed', 'email-restored', 'token-reused', 'second-factor-enabled', 'erased'));

-- An administrator's session ends when it is not used, and its owner sees where it is.
alter table app.administrator_session
  add column user_agent text,
  add column address text,
  add column last_used_at timestamptz not null default now(),
  add column confirmed_at timestamptz not null default now();
update app.administrator_session set confirmed_at = created_at;
