-- Files of transfers for the bank. A withdrawal is in one batch at most that was not withdrawn; names and accounts lie in the sealed file.
create table app.payout_batch (
  batch_id uuid primary key,
  number bigint generated always as identity unique,
  currency text not null,
  sum bigint not null,
  transfers integer not null,
  file_sealed bytea not null,
  created_by uuid not null,
  created_at timestamptz not null,
  withdrawn_by uuid,
  withdrawn_at timestamptz
);
create index payout_batch_by_time on app.payout_batch (created_at desc, batch_id);

create table app.payout_batch_item (
  batch_id uuid not null references app.payout_batch,
  withdrawal_id uuid not null,
  end_to_end_id text not null unique,
  is_open boolean not null default true,
  primary key (batch_id, withdrawal_id)
);
create unique index payout_batch_item_once on app.payout_batch_item (withdrawal_id) where is_open;
