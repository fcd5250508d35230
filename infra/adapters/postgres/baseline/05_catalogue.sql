-- The catalogue, and its pictures. Money is in minor units.

create table app.brand (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null unique check (length(title) between 1 and 120),
  description text not null default '',
  website text,
  color text check (color ~ '^#[0-9a-fA-F]{6}$'),
  -- Drawn on its cards.
  glyph text not null default 'gift',
  logo_file_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger brand_listed after update of title on app.brand
  for each row when (old.title is distinct from new.title) execute function app.relist_brand();

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
  -- Absent: the card is drawn from the brand's colour and glyph.
  image_file_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index product_brand on app.product (brand_id);
create index product_created on app.product (created_at desc, id) where active;
create trigger product_listed after insert or update of name, category, region, brand_id, active on app.product
  for each row execute function app.relist_product();

-- Its shelf is kept here too: how many codes there are is not counted at every look. Triggers keep the numbers in the transaction that changes
-- codes or the queue (06_stock.sql), so that nothing can leave them out.
create table app.product_variant (
  id uuid primary key,
  product_id uuid not null references app.product on delete cascade,
  name text not null check (length(name) between 1 and 120),
  price_minor bigint not null check (price_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- All that were ever added, and those that no order has.
  codes bigint not null default 0,
  free_codes bigint not null default 0,
  -- Pieces that paid orders wait for.
  waiting bigint not null default 0,
  -- What a new order can have at once: orders that wait already come first.
  available bigint generated always as (greatest(free_codes - waiting, 0)) stored,
  unique (product_id, name),
  constraint product_variant_shelf check (free_codes between 0 and codes and waiting >= 0)
)
-- Room on the page for the row's next version: none of the indexes is touched then.
with (fillfactor = 50);
create trigger variant_listed after insert or delete or update of product_id, name, position, price_minor, currency on app.product_variant
  for each row execute function app.relist_variant();

-- What a product's variant cost, from each change on: a low price is compared with the highest of the last days.
create table app.price_change (
  variant_id uuid not null references app.product_variant on delete cascade,
  changed_at timestamptz not null,
  -- Until then.
  price_minor bigint not null,
  currency text not null
);
create index price_change_newest on app.price_change (variant_id, changed_at desc);

-- Changes of many products or brands at once: a file, or prices by a percentage. Each is first looked at, row by row, and then applied as it
-- was shown: at once, on a day, or when a second administrator has confirmed it.
create table app.catalogue_change (
  id uuid primary key,
  kind text not null check (kind in ('products', 'brands', 'prices')),
  -- The name of the file, or what was asked for.
  title text not null,
  -- SHA-256 of the file.
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  -- How the file was read.
  read_as text,
  -- SHA-256 over the rows: what a confirmation names.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- How many rows are new, changed, unchanged and wrong, and how many prices are far from the last ones.
  counts jsonb not null,
  status text not null check (status in ('shown', 'waiting', 'planned', 'applied', 'refused', 'withdrawn', 'lapsed')),
  created_by uuid not null references app.administrator,
  created_at timestamptz not null,
  -- When it counts; null: at once.
  due_at timestamptz,
  -- Whose midnight that is.
  time_zone text,
  confirmed_by uuid references app.administrator,
  ended_at timestamptz,
  -- Rows that were applied.
  applied integer,
  check ((due_at is null) = (time_zone is null)),
  check ((ended_at is null) = (status in ('shown', 'waiting', 'planned')))
);
create index catalogue_change_newest on app.catalogue_change (created_at desc, id) where status <> 'shown';
create index catalogue_change_due on app.catalogue_change (due_at) where status = 'planned';
create index catalogue_change_shown on app.catalogue_change (created_at) where status = 'shown';

create table app.catalogue_change_line (
  change_id uuid not null references app.catalogue_change on delete cascade,
  line integer not null,
  state text not null check (state in ('new', 'changed', 'unchanged', 'wrong')),
  -- The id of the product or brand; empty for a new brand.
  subject text not null,
  name text not null,
  -- What differs: before and after.
  fields jsonb not null,
  problems jsonb not null,
  -- What it is to be.
  target jsonb,
  shown_at timestamptz,
  -- Its price is far from those of the last days.
  is_far boolean not null default false,
  -- Why it was not applied, though the change was.
  refused text,
  primary key (change_id, line)
);

-- What products are listed, filtered and searched by, in one narrow row each: brand and variant are other tables. Triggers keep it, so that
-- nothing that changes a product can leave it out. Names are folded (app.folded), and sorted as people look for them: Äpfel between Apfel and Zebra.
create table app.product_listing (
  product_id uuid primary key references app.product on delete cascade,
  -- A product is shown with its first variant.
  variant_id uuid,
  -- Active, with a variant.
  is_in_store boolean not null,
  name_key text collate "und-x-icu" not null,
  brand_id integer,
  brand_key text collate "und-x-icu",
  region_key text not null,
  price_minor bigint,
  currency text,
  search_text text not null
);
create index product_listing_name on app.product_listing (name_key, product_id) where is_in_store;
-- Without fastupdate: every search would look through what was not merged into the index yet.
create index product_listing_search on app.product_listing using gin (search_text public.gin_trgm_ops) with (fastupdate = off);
-- Last in a transaction, so that nobody waits for it with other rows locked.
create constraint trigger listing_changed after insert or update or delete on app.product_listing
  deferrable initially deferred for each row execute function app.change_catalogue_version();

-- The words that a product has or has had: the nearest of them is what a mistyped one means.
create table app.product_word (word text primary key);
create index product_word_like on app.product_word using gin (word public.gin_trgm_ops) with (fastupdate = off);

-- Which state of the listing one looks at: of the same version, a filter leaves the same number of products, so that nobody has to
-- count them again. Versions follow each other as the transactions end, and each has what all before it have made.
create table app.catalogue_version (
  is_only boolean primary key default true check (is_only),
  version uuid not null default gen_random_uuid()
);
insert into app.catalogue_version default values;

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

-- The smaller sizes of a picture, made by a job, each with a file of each format. A null file says that the picture cannot be read, and is not tried
-- again; a null AVIF, that it is no smaller than the WebP, which is then sent instead.
create table app.image_variant (
  file_id uuid not null,
  size text not null check (size in ('small', 'medium', 'medium-large', 'large', 'narrow')),
  variant_file_id uuid,
  made_at timestamptz not null default now(),
  format text not null default 'webp' check (format in ('webp', 'avif')),
  primary key (file_id, size, format)
);

-- Pictures that owners upload for the store's look. They are public; which of them it has is a setting.
create table app.store_picture (
  file_id uuid primary key,
  width integer not null,
  height integer not null,
  uploaded_at timestamptz not null default now()
);
create index store_picture_oldest on app.store_picture (uploaded_at);
