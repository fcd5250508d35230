-- The end-to-end id is the payment's own, so it is the same in each file; within a file it is there once.
alter table app.payout_batch_item
  drop constraint payout_batch_item_pkey,
  add primary key (batch_id, end_to_end_id);
drop index app.payout_batch_item_by_batch;

-- A file whose sum is more than one administrator decides alone waits for a second one. From its first fetch on, the bank may have it, and two
-- administrators withdraw it. Files from before may have been fetched.
alter table app.payout_batch
  add column awaits_second boolean not null default false,
  add column confirmed_by uuid,
  add column confirmed_at timestamptz,
  add column fetched_at timestamptz,
  add column withdraw_first_by uuid,
  add column withdraw_first_at timestamptz;
update app.payout_batch set fetched_at = created_at;
