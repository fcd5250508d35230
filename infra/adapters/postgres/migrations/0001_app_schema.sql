-- What is not derived from events: accounts, catalogue, carts, files, encrypted codes, read marks.
create schema app;

-- Facts about this installation itself, such as that the first seed was sown.
create table app.installation (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);
