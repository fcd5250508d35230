-- The catalogue and the stock of gift codes. Money is in minor units.

create table app.brand (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null unique check (length(title) between 1 and 120),
  description text not null default '',
  website text,
  color text check (color ~ '^#[0-9a-fA-F]{6}$'),
  -- Name of the drawn icon.
  icon text,
  logo_file_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table app.carousel_image (
  id integer generated always as identity primary key,
  -- Where a click leads.
  url text not null default '',
  file_id uuid not null,
  file_name text not null,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index carousel_image_position on app.carousel_image (position, id);

create table app.product (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  short_description text not null default '',
  -- HTML, sanitised before it is stored.
  description text not null default '',
  category text not null,
  brand_id integer references app.brand on delete set null,
  region text not null,
  -- Sold out for good: shown, but cannot be ordered.
  permanent_out_of_stock boolean not null default false,
  -- False: neither shown nor sold.
  active boolean not null default true,
  -- Absent: the card is drawn from the brand's colour and icon.
  image_file_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index product_brand on app.product (brand_id);
create index product_created on app.product (created_at desc, id) where active;

create table app.product_variant (
  id uuid primary key,
  product_id uuid not null references app.product on delete cascade,
  name text not null check (length(name) between 1 and 120),
  price_minor bigint not null check (price_minor > 0),
  currency text not null check (currency in ('USD', 'EUR')),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, name)
);

-- What paid orders want from stock: served in the order in which they were paid, all of an order or none of it.
create table app.stock_request (
  order_id uuid primary key,
  -- Log position of the payment.
  position bigint not null,
  status text not null check (status in ('waiting', 'allocated', 'released')),
  requested_at timestamptz not null default now(),
  allocated_at timestamptz,
  released_at timestamptz
);
create index stock_request_waiting on app.stock_request (position, order_id) where status = 'waiting';

create table app.stock_request_line (
  order_id uuid not null references app.stock_request on delete cascade,
  line_id uuid not null,
  variant_id uuid not null references app.product_variant,
  quantity integer not null check (quantity > 0),
  primary key (order_id, line_id)
);
create index stock_request_line_variant on app.stock_request_line (variant_id);

create table app.gift_code (
  id uuid primary key,
  variant_id uuid not null references app.product_variant,
  -- The code under AES-256-GCM, bound to its id.
  code_sealed bytea not null,
  last_four text not null,
  -- Keyed hash of the code: finds a duplicate without opening any.
  fingerprint bytea not null,
  added_at timestamptz not null default now(),
  order_id uuid,
  line_id uuid,
  allocated_at timestamptz,
  -- A code that somebody has seen is never given back to stock.
  first_revealed_at timestamptz,
  unique (variant_id, fingerprint),
  foreign key (order_id, line_id) references app.stock_request_line (order_id, line_id),
  check ((order_id is null) = (line_id is null) and (order_id is null) = (allocated_at is null)),
  check (first_revealed_at is null or order_id is not null)
);
create index gift_code_free on app.gift_code (variant_id, added_at, id) where order_id is null;
create index gift_code_order on app.gift_code (order_id, line_id) where order_id is not null;

-- `available` is what a new order can have at once: orders that wait already come first.
create view app.variant_stock as
select
  variant.id as variant_id,
  free.quantity as free,
  waiting.quantity as waiting,
  greatest(free.quantity - waiting.quantity, 0) as available
from app.product_variant as variant
cross join lateral (
  select count(*) as quantity from app.gift_code as code where code.variant_id = variant.id and code.order_id is null
) as free
cross join lateral (
  select coalesce(sum(line.quantity), 0)::bigint as quantity
  from app.stock_request_line as line
  join app.stock_request as request using (order_id)
  where line.variant_id = variant.id and request.status = 'waiting'
) as waiting;
