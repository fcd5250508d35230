-- Statements of the bank and their lines. Who paid and what they wrote is sealed; a line that comes again in another file is the same row.
create table app.bank_statement (
  statement_id uuid primary key,
  format text not null,
  number text not null,
  account text not null,
  first_day date not null,
  last_day date not null,
  lines integer not null,
  imported_by uuid not null,
  imported_at timestamptz not null
);
create index bank_statement_by_time on app.bank_statement (imported_at desc, statement_id);

create table app.bank_line (
  line_id text primary key,
  statement_id uuid not null references app.bank_statement,
  place integer not null,
  booked_on date not null,
  value_date date not null,
  amount bigint not null,
  currency text not null,
  bank_reference text not null,
  details_sealed bytea not null
);
create index bank_line_by_statement on app.bank_line (statement_id, place);
create index bank_line_by_value_date on app.bank_line (value_date);
