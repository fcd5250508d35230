-- What each administrator said yes to, in minor units of the base currency: their limit a day is held against it. A row stands for a
-- request, and stays where nobody knows whether it was stored; several of one subject count once.
create table app.approval_of_day (
  request_id uuid primary key,
  administrator_id uuid not null references app.administrator on delete cascade,
  day date not null,
  subject text not null,
  worth int8 not null
);
create index approval_of_day_administrator on app.approval_of_day (administrator_id, day);
