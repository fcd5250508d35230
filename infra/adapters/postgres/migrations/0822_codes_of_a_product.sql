-- outside a transaction
-- A product's codes, newest first, and how many there are of each status: a page of them, not each code.
create index concurrently gift_code_newest on app.gift_code (variant_id, added_at desc, id) include (order_id)
