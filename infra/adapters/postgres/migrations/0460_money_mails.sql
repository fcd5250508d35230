-- Mails about money that a customer has switched off.
create table app.money_mail_off (
  customer_id uuid not null references app.account on delete cascade,
  kind text not null,
  primary key (customer_id, kind)
);

-- Orders whose customer was told that they are about to be cancelled.
create table app.order_expiry_warning (
  order_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  warned_at timestamptz not null
);
create index order_expiry_warning_by_customer on app.order_expiry_warning (customer_id);
