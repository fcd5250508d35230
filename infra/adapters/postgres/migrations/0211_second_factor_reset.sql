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

alter table app.session drop constraint session_ended_reason_check;
alter table app.session add constraint session_ended_reason_check check (ended_reason in (
  'signed-out', 'signed-out-elsewhere', 'password-changed', 'email-restored', 'token-reused', 'second-factor-enabled',
  'second-factor-reset', 'erased'));
