-- What customers were reminded of: each level of a debt once. Who is paused gets none by themselves.
create table app.credit_reminder (
  reminder_id uuid not null,
  level text not null,
  customer_id uuid not null references app.account on delete cascade,
  wallet_id uuid not null,
  drawn_since date not null,
  used bigint not null,
  currency text not null,
  sent_at timestamptz not null,
  primary key (reminder_id, level)
);
create unique index credit_reminder_once on app.credit_reminder (wallet_id, drawn_since, level) where level <> 'by-hand';
create index credit_reminder_by_customer on app.credit_reminder (customer_id, sent_at);

create table app.credit_reminder_pause (
  customer_id uuid primary key references app.account on delete cascade,
  paused_at timestamptz not null default now()
);
