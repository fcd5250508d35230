-- Carts, checkouts and the numbers of documents.

-- What people call orders, deposits, withdrawals and corrections, such as GL-100001. A number is given out without waiting for the disk: on the disk is
-- only up to where numbers may have been given out, always that far or farther.
create table app.document_number (
  kind text primary key check (kind in ('order', 'deposit', 'withdrawal', 'correction')),
  reserved bigint constraint document_number_last_not_null not null constraint document_number_last_check check (reserved >= 0)
);
insert into app.document_number (kind, reserved) values ('order', 100000), ('deposit', 0), ('withdrawal', 0), ('correction', 0);

-- The last number that was given out. A crash of Postgres empties it, and then they go on behind what is reserved.
create unlogged table app.document_number_given (
  kind text primary key references app.document_number,
  last bigint not null
);
insert into app.document_number_given (kind, last) select kind, reserved from app.document_number;

-- A customer has one cart for each wallet.
create table app.cart (
  wallet_id uuid primary key,
  customer_id uuid not null,
  -- The id of the order that the next checkout makes: two clicks, or a retry, make that one order and no other.
  next_order_id uuid not null default uuidv7(),
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
  expires_at timestamptz not null,
  -- What its prices were converted by; null in those that were confirmed before rates were kept.
  rates jsonb,
  may_deliver_in_part boolean not null default false,
  -- The version of the settings by which it was priced: its order follows it, also where a later attempt places it.
  settings_version integer
);
create index checkout_wallet on app.checkout (wallet_id);

-- Which order a checkout was about, by the id of the request (the same one when it is repeated under its Idempotency-Key): a
-- repetition whose first answer was lost gets that order, however much later it comes, and not an empty cart.
create table app.checkout_request (
  request_id uuid primary key,
  order_id uuid not null,
  requested_at timestamptz not null default now()
);
create index checkout_request_order on app.checkout_request (order_id);
create index checkout_request_age on app.checkout_request (requested_at);

-- Orders whose customer was told that they are about to be cancelled.
create table app.order_expiry_warning (
  order_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  warned_at timestamptz not null
);
create index order_expiry_warning_by_customer on app.order_expiry_warning (customer_id);
