-- How many rows of each kind there are, kept in step with them, so that no list or stat has to count a table.
create table tallies (
  -- customer, transaction, deposit, order, withdrawal
  subject text collate "C" not null,
  -- 'all', 'customer:<id>' or 'wallet:<id>'
  scope text collate "C" not null,
  -- transactions: their type; orders: their fulfilment status; else ''
  type text collate "C" not null,
  -- orders: their payment status
  status text collate "C" not null,
  count bigint not null
);

-- The same by the UTC day on which the rows' subjects began, with the sum of their amounts.
create table tally_days (
  subject text collate "C" not null,
  day date not null,
  -- '' for customers
  currency text collate "C" not null,
  type text collate "C" not null,
  status text collate "C" not null,
  count bigint not null,
  amount bigint not null
) with (fillfactor = 50);

-- indexes
create unique index if not exists tallies_by_key on tallies (subject, scope, type, status);
create unique index if not exists tally_days_by_key on tally_days (subject, day, currency, type, status);
