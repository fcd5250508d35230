-- What each administrator has read of the bell. The notifications themselves come from the ledger's events and the tickets.
create table app.admin_notification_read (
  administrator_id uuid not null references app.administrator on delete cascade,
  -- Of the event or the ticket.
  notification_id uuid not null,
  read_at timestamptz not null default now(),
  primary key (administrator_id, notification_id)
);

-- "Mark all as read" moves this forward, so that it writes one row however many there are.
create table app.admin_notification_read_all (
  administrator_id uuid primary key references app.administrator on delete cascade,
  read_until timestamptz not null
);
