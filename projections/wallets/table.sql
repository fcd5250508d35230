-- Its rows change all the time: with room on their pages, the indexes need not change with them.
create table wallets (
  wallet_id uuid primary key,
  customer_id uuid not null,
  currency text not null,
  -- minor units; held funds are still part of the balance
  balance bigint not null,
  held bigint not null,
  credit_limit bigint not null,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  -- of WalletOpened
  position bigint not null
) with (fillfactor = 50);

-- The balance at the end of each UTC day on which it changed.
create table wallet_days (
  wallet_id uuid not null,
  day date not null,
  balance bigint not null,
  held bigint not null,
  primary key (wallet_id, day)
);

-- indexes
create index if not exists wallets_by_customer on wallets (customer_id, currency);
