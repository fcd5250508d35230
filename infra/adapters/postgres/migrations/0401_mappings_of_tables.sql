-- What the columns of a bank's table are, as a person chose it for an account. `titles`: the line of titles by which the table is recognised.
create table app.bank_table_mapping (
  account text not null,
  titles text not null,
  mapping jsonb not null,
  saved_by uuid not null,
  saved_at timestamptz not null,
  primary key (account, titles)
);
