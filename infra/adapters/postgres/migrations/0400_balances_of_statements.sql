-- What the bank had booked before and after a statement, where its file says so, and what is missing before it: then nothing proves that the
-- lines behind it are all. `gap` is an amount, `gap_numbers` are statements that were not imported (`211` or `211-213`).
alter table app.bank_statement
  add column opening bigint,
  add column closing bigint,
  add column balance_currency text,
  add column gap bigint,
  add column gap_numbers text,
  add column known integer not null default 0,
  add column notes text[] not null default '{}';

-- A line that may be another, which was imported before: a person decides. `same` lines are that other one and count nowhere.
alter table app.bank_line
  add column balance_before bigint,
  add column batch text not null default '',
  add column beside text[] not null default '{}',
  add column doubt text check (doubt in ('asked', 'same', 'another'));
create index bank_line_in_doubt on app.bank_line (statement_id) where doubt is not null;
