-- outside a transaction
-- Tickets of a status, the newest first: a list of those that were answered read all.
create index concurrently support_ticket_status on app.support_ticket (status, created_at desc, id)
