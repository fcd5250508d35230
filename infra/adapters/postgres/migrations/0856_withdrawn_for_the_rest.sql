-- A file of which the bank has paid a part is withdrawn for what is left: what was paid stays of it.
create or replace view app.payout_transfer as
  select withdrawal_id, number, end_to_end_id, created_by, created_at, case when not is_open then withdrawn_at end as withdrawn_at, line_id
  from app.payout_batch_item join app.payout_batch using (batch_id)
