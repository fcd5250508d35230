-- The general ledger: every posting line, and what it adds up to.
create table ledger_entries (
  -- of the event, and the line's place in it
  position bigint not null,
  -- minor units: debits positive, credits negative
  amount bigint not null,
  -- of the account after this line
  balance bigint not null,
  time timestamptz not null,
  -- the account's id, for its name would be most of the row
  account_id bigint not null,
  line int not null,
  document_id uuid not null,
  event_type text not null,
  document_kind text not null
);

-- Its rows change all the time: with room on their pages, the indexes need not change with them.
create table ledger_accounts (
  -- the position of its first entry, and that one's line as the last digit
  id bigint not null,
  account text collate "C" not null,
  currency text collate "C" not null,
  debits bigint not null,
  credits bigint not null,
  balance bigint not null,
  entries bigint not null,
  position bigint not null,
  primary key (account, currency)
) with (fillfactor = 50);

-- The trial balance: all wallets are one line of it.
create table ledger_classes (
  -- assets:bank, liabilities:wallet …
  class text collate "C" not null,
  currency text collate "C" not null,
  debits bigint not null,
  credits bigint not null,
  entries bigint not null
) with (fillfactor = 50);

-- indexes
-- Also what keeps a line from being there twice: nothing looks for (position, line) alone.
create unique index if not exists ledger_entries_by_account on ledger_entries (account_id, position, line);
create unique index if not exists ledger_classes_by_key on ledger_classes (class, currency);
create unique index if not exists ledger_accounts_by_id on ledger_accounts (id);
create index if not exists ledger_entries_by_document on ledger_entries (document_id);
