-- The day of a statement's closing balance: the bank may have booked nothing on the last days that it covers.
alter table app.bank_statement add column covers_until date;
