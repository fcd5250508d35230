-- outside a transaction
-- A line of the bank is found by its reference.
create index concurrently bank_line_by_reference on app.bank_line (upper(bank_reference))
