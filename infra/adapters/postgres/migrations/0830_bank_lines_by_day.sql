-- outside a transaction
-- The bank beside the books compares all lines of a currency: this has them without what is sealed.
create index concurrently bank_line_by_day on app.bank_line (currency, booked_on) include (line_id, statement_id, amount, doubt)
