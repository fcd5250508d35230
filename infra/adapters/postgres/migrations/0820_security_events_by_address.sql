-- outside a transaction
-- Security events are found by the beginning of an address.
create index concurrently security_event_address on app.security_event (address text_pattern_ops, last_at desc)
