-- Looks at gift codes by customer and minute: the limit holds over all processes of the API. Rows of past minutes are removed.
create table app.code_look (
  customer_id uuid not null,
  minute timestamptz not null,
  looks int not null,
  primary key (customer_id, minute)
);
create index code_look_by_age on app.code_look (minute);
