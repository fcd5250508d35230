-- A kept answer stays in the page of its key, whose row it fills later: Postgres' log has no second page for it, and no new entries of the
-- indexes. Rows that are there stay as they are.
alter table app.idempotency_key set (fillfactor = 50, toast_tuple_target = 8160);
