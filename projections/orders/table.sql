create table orders (
  order_id uuid primary key,
  number text not null,
  customer_id uuid not null,
  wallet_id uuid not null,
  currency text not null,
  -- minor units of the wallet's currency
  subtotal bigint not null,
  discount bigint not null,
  conversion_fees bigint not null,
  total bigint not null,
  -- pieces, not lines
  items int not null,
  -- pending, completed, cancelled, failed (expired)
  payment_status text not null,
  -- pending, completed, cancelled
  fulfilment_status text not null,
  placed_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- of OrderPaid in the log: the queue for stock
  paid_position bigint,
  fulfilled_at timestamptz,
  cancelled_at timestamptz,
  -- expired, customer, administrator
  cancel_reason text,
  -- sealed under the customer's key
  cancel_note text,
  refunded_at timestamptz,
  refunded_amount bigint,
  reveals int not null,
  last_revealed_at timestamptz,
  -- of OrderPlaced
  position bigint not null
);

create table order_lines (
  order_id uuid not null,
  line_id uuid not null,
  line_number int not null,
  product_id text not null,
  variant_id text not null,
  product_name text not null,
  variant_name text not null,
  brand_name text not null,
  region text not null,
  quantity int not null,
  unit_price bigint not null,
  discount bigint not null,
  conversion_fee bigint not null,
  total bigint not null,
  -- SHA-256 over the allocated codes' ids, once fulfilled
  codes_digest text,
  primary key (order_id, line_id)
);

-- Codes delivered, for 'most purchased'.
create table product_sales (
  product_id text not null,
  quantity bigint not null,
  lines bigint not null
) with (fillfactor = 50);

-- indexes
create unique index if not exists product_sales_by_key on product_sales (product_id);
create index if not exists orders_by_time on orders (placed_at, position);
create index if not exists orders_by_total on orders (total, position);
create index if not exists orders_by_customer on orders (customer_id, placed_at, position);
create index if not exists orders_by_payment on orders (payment_status, placed_at, position);
create index if not exists orders_by_fulfilment on orders (fulfilment_status, placed_at, position);
create index if not exists orders_awaiting_stock on orders (paid_position) where payment_status = 'completed' and fulfilment_status = 'pending';
create index if not exists orders_to_expire on orders (expires_at) where payment_status = 'pending';
create index if not exists orders_by_number on orders (number text_pattern_ops);
create index if not exists orders_by_number_end on orders (reverse(number) text_pattern_ops);
