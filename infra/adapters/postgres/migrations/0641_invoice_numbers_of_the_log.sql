-- The log gives an invoice its number; here is kept what was issued under it. After a restore of an earlier log a number may be given
-- a second time: both rows stay, `ledger check` names the one that the log does not have, and the next invoice is issued all the same.
alter table app.invoice_number drop constraint invoice_number_kind_year_sequence_key;
create index invoice_number_by_sequence on app.invoice_number (kind, year, sequence, invoice_id);
