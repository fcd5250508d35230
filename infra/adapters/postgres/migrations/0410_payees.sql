-- A keyed digest of the account, by which it is recognised without being opened. Rows from before it get theirs when their customer next asks
-- for a withdrawal.
alter table app.bank_snapshot add column account_print bytea;
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
