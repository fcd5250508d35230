-- outside a transaction
-- A line of the bank is found by its amount, in or out.
create index concurrently bank_line_by_amount on app.bank_line (abs(amount))
