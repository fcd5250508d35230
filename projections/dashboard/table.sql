-- Money into and out of all wallets by the UTC day on which it moved. Counts and distributions come from the tallies.
create table flow_days (
  day date not null,
  currency text not null,
  -- minor units, both positive
  inflow bigint not null,
  outflow bigint not null,
  inflows bigint not null,
  outflows bigint not null
) with (fillfactor = 50);

-- indexes
create unique index if not exists flow_days_by_key on flow_days (day, currency);
