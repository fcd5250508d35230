-- What paid orders want, and the gift codes that they get. Who gets codes: ../rules/stock.sql.

-- Served in the order in which they were paid: all of an order or none of it, or in parts.
create table app.stock_request (
  order_id uuid primary key,
  -- Log position of the payment.
  position bigint not null,
  status text not null check (status in ('waiting', 'allocated', 'released')),
  requested_at timestamptz not null default now(),
  allocated_at timestamptz,
  released_at timestamptz,
  -- When the order's codes were booked as delivered; until then each look at the queue names it again.
  fulfilled_at timestamptz,
  -- Whether it takes what is there before there is enough for all of it.
  in_part boolean not null default false,
  -- It waits for more, and nobody has confirmed yet that what it was given last was booked.
  is_unbooked boolean not null default false
);
create index stock_request_waiting on app.stock_request (position, order_id) where status = 'waiting';
create index stock_request_unconfirmed on app.stock_request (position, order_id)
  where status = 'allocated' and fulfilled_at is null;
create index stock_request_unbooked on app.stock_request (position, order_id) where is_unbooked;
create trigger stock_request_waits after update of status on app.stock_request
  for each row when ((old.status = 'waiting') <> (new.status = 'waiting')) execute function app.keep_waiting();

create table app.stock_request_line (
  order_id uuid not null references app.stock_request on delete cascade,
  line_id uuid not null,
  variant_id uuid not null references app.product_variant,
  quantity integer not null check (quantity > 0),
  -- Of a request that takes parts; of another one, the codes come all at once with its new status.
  given integer not null default 0,
  primary key (order_id, line_id),
  check (given between 0 and quantity)
);
create index stock_request_line_variant on app.stock_request_line (variant_id);
create trigger stock_request_line_given after update of given on app.stock_request_line
  for each row when (old.given <> new.given) execute function app.keep_given();

create table app.gift_code (
  id uuid primary key,
  variant_id uuid not null references app.product_variant,
  -- The code under AES-256-GCM, bound to its id.
  code_sealed bytea not null,
  last_four text not null,
  -- Keyed hash of the code: finds a duplicate without opening any.
  fingerprint bytea not null unique,
  added_at timestamptz not null default now(),
  order_id uuid,
  line_id uuid,
  allocated_at timestamptz,
  -- A code that somebody has seen is never given back to stock.
  first_revealed_at timestamptz,
  check ((order_id is null) = (line_id is null) and (order_id is null) = (allocated_at is null)),
  check (first_revealed_at is null or order_id is not null),
  foreign key (order_id, line_id) references app.stock_request_line (order_id, line_id)
);
create index gift_code_free on app.gift_code (variant_id, added_at, id) where order_id is null;
create index gift_code_order on app.gift_code (order_id, line_id) where order_id is not null;
create index gift_code_variant on app.gift_code (variant_id, order_id);
create trigger gift_code_added after insert on app.gift_code
  referencing new table as after_change for each statement execute function app.keep_shelves();
create trigger gift_code_changed after update on app.gift_code
  referencing old table as before_change new table as after_change for each statement execute function app.keep_shelves();
create trigger gift_code_removed after delete on app.gift_code
  referencing old table as before_change for each statement execute function app.keep_shelves();

-- Where the numbers of a shelf are not what a count says: no rows, ever. `ledger check` looks.
create view app.wrong_shelf as
select variant.id as variant_id, variant.codes, variant.free_codes, variant.waiting,
  counted.codes as counted_codes, counted.free as counted_free, queued.pieces as counted_waiting
from app.product_variant as variant
cross join lateral (
  select count(*) as codes, count(*) filter (where order_id is null) as free from app.gift_code where variant_id = variant.id
) as counted
cross join lateral (
  select coalesce(sum(line.quantity - line.given), 0)::bigint as pieces
  from app.stock_request as request join app.stock_request_line as line using (order_id)
  where request.status = 'waiting' and line.variant_id = variant.id
) as queued
where (variant.codes, variant.free_codes, variant.waiting) is distinct from (counted.codes, counted.free, queued.pieces);
