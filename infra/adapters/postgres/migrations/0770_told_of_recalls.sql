-- Deposits whose customer was told not to pay into the account that they show. instead: the account that the last mail named, as compact text;
-- empty where there was none.
create table app.deposit_recall_told (
  deposit_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  instead text not null,
  told_at timestamptz not null
);
create index deposit_recall_told_by_customer on app.deposit_recall_told (customer_id);
