-- A file of transfers holds withdrawals, or returns of lines in suspense; a line is in one file at most that was not withdrawn.
alter table app.payout_batch_item
  drop constraint payout_batch_item_pkey,
  drop constraint payout_batch_item_end_to_end_id_key,
  alter column withdrawal_id drop not null,
  add column line_id text references app.bank_line,
  add primary key (end_to_end_id),
  add constraint payout_batch_item_of_one check (num_nonnulls(withdrawal_id, line_id) = 1);
create index payout_batch_item_by_batch on app.payout_batch_item (batch_id);
create unique index payout_batch_item_line_once on app.payout_batch_item (line_id) where is_open;
