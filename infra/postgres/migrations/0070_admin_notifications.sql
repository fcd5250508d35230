-- What each administrator has read of the bell. The notifications themselves are derived from events and tickets.
create table app.admin_notification_read (
  administrator_id uuid not null,
  -- Log position of the event, or 'ticket-<id>'.
  notification_id text not null check (length(notification_id) <= 100),
  read_at timestamptz not null default now(),
  primary key (administrator_id, notification_id)
);

-- "Mark all as read" moves this forward, so that it writes one row however many there are.
create table app.admin_notification_watermark (
  administrator_id uuid primary key,
  read_until timestamptz not null
);
