-- What `ledger explain` may see of files for the bank and of its statements: nothing that is sealed.
create view app.payout_transfer as
  select withdrawal_id, number, end_to_end_id, created_by, created_at, withdrawn_at
  from app.payout_batch_item join app.payout_batch using (batch_id);

create view app.bank_line_place as
  select line_id, amount, line.currency, booked_on, value_date, bank_reference, statement.number as statement, account
  from app.bank_line line join app.bank_statement statement using (statement_id);
