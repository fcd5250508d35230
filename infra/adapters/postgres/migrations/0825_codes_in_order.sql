-- outside a transaction
-- A variant's codes in the order in which they are sold.
create index concurrently gift_code_shelf on app.gift_code (variant_id, id)
