-- One row a movement on a wallet, from its first event to its last.
-- Columns of fixed width come first: Postgres finds them at once, which each index feels.
create table transactions (
  wallet_id uuid not null,
  -- of the movement's first event
  id uuid not null,
  customer_id uuid not null,
  document_id uuid not null,
  -- of the movement's first event
  position bigint not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- minor units, negative for money that leaves the wallet
  amount bigint not null,
  conversion_fee bigint not null,
  -- of the wallet, once completed
  balance_after bigint,
  -- 'deposit:<id>', 'deposit-fee:<id>', 'order:<id>', 'refund:<id>', 'hold:<id>'
  reference text collate "C" not null,
  currency text not null,
  -- deposit, payment, withdrawal
  type text collate "C" not null,
  -- deposit, deposit-fee, payment, refund, withdrawal
  kind text not null,
  -- pending, completed, failed
  status text collate "C" not null,
  document_kind text not null,
  document_number text not null,
  primary key (wallet_id, reference)
);

-- indexes
create unique index if not exists transactions_by_id on transactions (id);
create index if not exists transactions_by_time on transactions (created_at, position);
create index if not exists transactions_by_amount on transactions (amount, position);
create index if not exists transactions_by_customer on transactions (customer_id, created_at, position);
create index if not exists transactions_by_wallet on transactions (wallet_id, created_at, position);
create index if not exists transactions_by_type on transactions (type, created_at, position);
create index if not exists transactions_unsettled on transactions (status, created_at, position) where status <> 'completed';
create index if not exists transactions_pending on transactions (wallet_id) where status = 'pending';
create index if not exists transactions_by_document on transactions (document_id);
create index if not exists transactions_by_number on transactions (document_number text_pattern_ops);
