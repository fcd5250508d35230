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

alter table app.proposal drop constraint proposal_kind_check;
alter table app.proposal add constraint proposal_kind_check check (kind in ('administrator', 'price', 'catalogue'));
