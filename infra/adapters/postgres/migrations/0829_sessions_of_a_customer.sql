-- outside a transaction
-- All sessions of a customer, also those that have ended: an erasure, and a sign-up that is removed, read those of all customers.
create index concurrently session_customer_all on app.session (customer_id)
