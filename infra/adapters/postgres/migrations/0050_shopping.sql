-- What people call orders, deposits and withdrawals: GL-100001, DEP-000001, WDR-000001. `last` is the last number given out.
create table app.document_number (
  kind text primary key check (kind in ('order', 'deposit', 'withdrawal')),
  last bigint not null check (last >= 0)
);
insert into app.document_number (kind, last) values ('order', 100000), ('deposit', 0), ('withdrawal', 0);

-- Which number a document got, so that a request that is repeated after a crash asks the ledger for the same again.
create table app.assigned_number (
  document_id uuid primary key,
  kind text not null references app.document_number,
  number text not null unique,
  assigned_at timestamptz not null default now()
);

-- A customer has one cart for each wallet.
create table app.cart (
  wallet_id uuid primary key,
  customer_id uuid not null,
  -- The id of the order that the next checkout makes: two clicks, or a retry, make that one order and no other.
  next_order_id uuid not null default gen_random_uuid(),
  -- The total that the customer saw last, in minor units of the wallet's currency: nothing else is charged.
  shown_total bigint,
  last_order_id uuid,
  last_checkout_at timestamptz,
  updated_at timestamptz not null default now()
);
create index cart_customer on app.cart (customer_id);

create table app.cart_item (
  id uuid primary key,
  wallet_id uuid not null references app.cart on delete cascade,
  variant_id uuid not null references app.product_variant on delete cascade,
  quantity integer not null check (quantity between 1 and 99999),
  -- The product's price when the line was last changed: another one since then is told.
  noted_price bigint not null,
  noted_currency text not null,
  added_at timestamptz not null default now(),
  unique (wallet_id, variant_id)
);

-- An order as the customer confirmed it, kept until the ledger has it, so that a retry places exactly the same.
create table app.checkout (
  order_id uuid primary key,
  wallet_id uuid not null,
  customer_id uuid not null,
  number text not null,
  lines jsonb not null,
  total bigint not null,
  placed_at timestamptz not null,
  expires_at timestamptz not null
);
create index checkout_wallet on app.checkout (wallet_id);

-- The bank data that a withdrawal was asked with, sealed under the customer's key.
create table app.bank_snapshot (
  id uuid primary key,
  customer_id uuid not null,
  details_sealed text not null,
  created_at timestamptz not null default now()
);
create index bank_snapshot_customer on app.bank_snapshot (customer_id);
