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
