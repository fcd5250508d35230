-- A page that changes first after a checkpoint is written to Postgres' log as a whole. Codes of many products lie on as many pages, so few share one:
-- a code that is sold writes 1 KiB less, once, and takes 130 bytes more. Kept answers are packed, so a page has room for them with fewer left free, and
-- fewer pages change. Rows that are there stay as they are.
alter table app.gift_code set (fillfactor = 30);
alter table app.idempotency_key set (fillfactor = 75);
