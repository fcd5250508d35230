-- Statements of the bank, files for it, and what customers owe and are told about money.

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
  imported_at timestamptz not null,
  -- What the bank had booked before and after a statement, where its file says so, and what is missing before it: then nothing proves that the
  -- lines behind it are all. `gap` is an amount, `gap_numbers` are statements that were not imported (`211` or `211-213`).
  opening bigint,
  closing bigint,
  balance_currency text,
  gap bigint,
  gap_numbers text,
  known integer not null default 0,
  notes text[] not null default '{}',
  -- The day of a statement's closing balance: the bank may have booked nothing on the last days that it covers.
  covers_until date
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
  details_sealed bytea not null,
  -- A line that may be another, which was imported before: a person decides. `same` lines are that other one and count nowhere.
  balance_before bigint,
  batch text not null default '',
  beside text[] not null default '{}',
  doubt text check (doubt in ('asked', 'same', 'another'))
);
create index bank_line_by_statement on app.bank_line (statement_id, place);
create index bank_line_by_value_date on app.bank_line (value_date);
create index bank_line_in_doubt on app.bank_line (statement_id) where doubt is not null;

-- What the columns of a bank's table are, as a person chose it for an account. `titles`: the line of titles by which the table is recognised.
create table app.bank_table_mapping (
  account text not null,
  titles text not null,
  mapping jsonb not null,
  saved_by uuid not null,
  saved_at timestamptz not null,
  primary key (account, titles)
);

-- The bank data that a withdrawal was asked with, sealed under the customer's key.
create table app.bank_snapshot (
  id uuid primary key,
  customer_id uuid not null,
  details_sealed text not null,
  created_at timestamptz not null default now(),
  -- A keyed digest of the account, by which it is recognised without being opened. Null in older rows, until their customer next asks for a withdrawal.
  account_print bytea
);
create index bank_snapshot_customer on app.bank_snapshot (customer_id);
create index bank_snapshot_by_account on app.bank_snapshot (account_print);

-- The links in mails about withdrawals: "this was not me". One withdrawal may have several, because a repeated request mails again.
create table app.withdrawal_stop (
  token_hash bytea primary key,
  withdrawal_id uuid not null,
  customer_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index withdrawal_stop_by_customer on app.withdrawal_stop (customer_id);
create index withdrawal_stop_by_end on app.withdrawal_stop (expires_at);

-- Files of transfers for the bank. Names and accounts lie in the sealed file.
create table app.payout_batch (
  batch_id uuid primary key,
  number bigint generated always as identity unique,
  currency text not null,
  sum bigint not null,
  transfers integer not null,
  file_sealed bytea not null,
  created_by uuid not null,
  created_at timestamptz not null,
  withdrawn_by uuid,
  withdrawn_at timestamptz,
  -- A file whose sum is more than one administrator decides alone waits for a second one. From its first fetch on, the bank may have it, and two
  -- administrators withdraw it.
  awaits_second boolean not null default false,
  confirmed_by uuid,
  confirmed_at timestamptz,
  fetched_at timestamptz,
  withdraw_first_by uuid,
  withdraw_first_at timestamptz
);
create index payout_batch_by_time on app.payout_batch (created_at desc, batch_id);

-- Withdrawals, or returns of lines in suspense: each is in one file at most that was not withdrawn. The end-to-end id is the payment's own, so it is
-- the same in each file.
create table app.payout_batch_item (
  batch_id uuid not null references app.payout_batch,
  withdrawal_id uuid,
  end_to_end_id text not null,
  is_open boolean not null default true,
  line_id text references app.bank_line,
  primary key (batch_id, end_to_end_id),
  constraint payout_batch_item_of_one check (num_nonnulls(withdrawal_id, line_id) = 1)
);
create unique index payout_batch_item_once on app.payout_batch_item (withdrawal_id) where is_open;
create unique index payout_batch_item_line_once on app.payout_batch_item (line_id) where is_open;

-- What `ledger explain` may see of files for the bank and of its statements: nothing that is sealed.
create view app.payout_transfer as
  select withdrawal_id, number, end_to_end_id, created_by, created_at, withdrawn_at, line_id
  from app.payout_batch_item join app.payout_batch using (batch_id);
create view app.bank_line_place as
  select line_id, amount, line.currency, booked_on, value_date, bank_reference, statement.number as statement, account
  from app.bank_line line join app.bank_statement statement using (statement_id);

-- Deposits whose customer was told not to pay into the account that they show. instead: the account that the last mail named, as compact text;
-- empty where there was none.
create table app.deposit_recall_told (
  deposit_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  instead text not null,
  told_at timestamptz not null
);
create index deposit_recall_told_by_customer on app.deposit_recall_told (customer_id);

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
