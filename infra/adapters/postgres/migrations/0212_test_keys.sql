-- A key for trying: it reads, and its writes are checked but not done. A customer may have one of each kind.
alter table app.api_key add column is_test boolean not null default false;
drop index app.api_key_in_use;
create unique index api_key_in_use on app.api_key (customer_id, is_test) where revoked_at is null;
