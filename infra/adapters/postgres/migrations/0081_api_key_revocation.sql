-- A key stops working first and is revoked in the ledger after that: what was cut off in between is found here and done.
alter table app.api_key add column is_revocation_booked boolean not null default false;
update app.api_key set is_revocation_booked = true where revoked_at is not null;
create index api_key_revocation_to_book on app.api_key (customer_id) where revoked_at is not null and not is_revocation_booked;
