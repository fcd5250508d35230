-- Tickets, what was read of the bells, and webhooks.

create sequence app.support_ticket_number;
create table app.support_ticket (
  id uuid primary key,
  number text not null unique default 'SUP-' || lpad(nextval('app.support_ticket_number')::text, 6, '0'),
  -- Set when a signed-in customer sent it.
  customer_id uuid references app.account on delete set null,
  full_name text not null,
  email text not null,
  subject text not null,
  message text not null,
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index support_ticket_created on app.support_ticket (created_at desc, id);
create index support_ticket_open on app.support_ticket (created_at desc) where status = 'open';
create index support_ticket_customer on app.support_ticket (customer_id);

create table app.support_ticket_reply (
  reply_id uuid primary key,
  ticket_id uuid not null references app.support_ticket on delete cascade,
  administrator_id uuid not null references app.administrator,
  message text not null,
  created_at timestamptz not null default now()
);
create index support_ticket_reply_ticket on app.support_ticket_reply (ticket_id, created_at);

-- What customers have seen of their notifications, which themselves come from the ledger's events.
create table app.notification_read (
  customer_id uuid not null references app.account on delete cascade,
  -- e.g. deposit-approved:<id>
  notification_id text not null,
  read_at timestamptz not null default now(),
  primary key (customer_id, notification_id)
);

-- Everything up to this time counts as read.
create table app.notification_read_all (
  customer_id uuid primary key references app.account on delete cascade,
  read_until timestamptz not null
);

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

-- Where customers' systems want to hear what happens. Secrets and what was sent are sealed.
create table app.webhook_endpoint (
  endpoint_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  url text not null,
  events text[] not null,
  secret_sealed bytea not null,
  -- The secret before it signs too, until then.
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  -- Only what lies after it in the log is told.
  since_position bigint not null,
  is_enabled boolean not null default true,
  -- When every delivery began to fail; null after one that arrived.
  failing_since timestamptz,
  -- It was switched off because it failed for too long.
  given_up_at timestamptz,
  created_at timestamptz not null
);
create index webhook_endpoint_customer on app.webhook_endpoint (customer_id, created_at);

create table app.webhook_delivery (
  -- The `webhook-id`: the same in every attempt, and the same when an event is read from the log again.
  delivery_id uuid primary key,
  endpoint_id uuid not null references app.webhook_endpoint on delete cascade,
  type text not null,
  body_sealed bytea not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- While an attempt is made, when it counts as lost. Null unless pending.
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  answer_status integer,
  -- The first bytes of the answer, or why there was none.
  answer_sealed bytea,
  created_at timestamptz not null,
  constraint webhook_delivery_is_due check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_delivery_due on app.webhook_delivery (endpoint_id, next_attempt_at) where status = 'pending';
create index webhook_delivery_log on app.webhook_delivery (endpoint_id, created_at, delivery_id);
create index webhook_delivery_ended on app.webhook_delivery (created_at) where status <> 'pending';
