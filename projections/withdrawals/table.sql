create table withdrawals (
  withdrawal_id uuid primary key,
  number text not null,
  customer_id uuid not null,
  wallet_id uuid not null,
  currency text not null,
  -- minor units
  amount bigint not null,
  -- pending, completed, rejected, failed
  status text not null,
  -- customer, administrator
  requested_by text not null,
  -- of app's bank snapshots
  bank_snapshot_id uuid,
  -- sealed under the customer's key
  user_note text,
  admin_note text,
  decision_note text,
  failure_reason text,
  requested_at timestamptz not null,
  -- until then it can be neither completed nor rejected
  held_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  -- of the request
  position bigint not null
);

-- indexes
create index if not exists withdrawals_by_time on withdrawals (requested_at, position);
create index if not exists withdrawals_by_amount on withdrawals (amount, position);
create index if not exists withdrawals_by_status on withdrawals (status, requested_at, position);
create index if not exists withdrawals_by_customer on withdrawals (customer_id, requested_at, position);
create index if not exists withdrawals_by_number on withdrawals (number text_pattern_ops);
create index if not exists withdrawals_by_number_end on withdrawals (reverse(number) text_pattern_ops);
