-- A file for the bank is explained by its number, with the returns that it has.
create or replace view app.payout_transfer as
  select withdrawal_id, number, end_to_end_id, created_by, created_at, withdrawn_at, line_id
  from app.payout_batch_item join app.payout_batch using (batch_id);
