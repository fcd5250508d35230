-- What a customer chose for their orders in their settings, each choice with its time: the last one holds. None is kept of who never chose.
create table app.delivery_choice (
  choice_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  in_part boolean not null,
  chosen_at timestamptz not null
);
create index delivery_choice_by_customer on app.delivery_choice (customer_id, chosen_at desc);
