-- What the prices of a confirmed order were converted by; null where it was confirmed before rates were kept.
alter table app.checkout add column rates jsonb;
