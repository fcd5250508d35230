-- outside a transaction
-- A ticket is found by any part of its number, its writer or its subject. Each ticket enters at once: a list of those that do not yet would be read by
-- each search.
create index concurrently support_ticket_search on app.support_ticket
  using gin (number public.gin_trgm_ops, full_name public.gin_trgm_ops, email public.gin_trgm_ops, subject public.gin_trgm_ops)
  with (fastupdate = off)
