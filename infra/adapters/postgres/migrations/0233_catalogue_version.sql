-- Which state of the listing one looks at: of the same version, a filter leaves the same number of products, so that nobody has to
-- count them again. Written last in a transaction that changes the listing, so that nobody waits for it with other rows locked;
-- versions follow each other as the transactions end, and each has what all before it have made.
create table app.catalogue_version (
  is_only boolean primary key default true check (is_only),
  version uuid not null default gen_random_uuid()
);
insert into app.catalogue_version default values;

-- Once for each transaction, however many products it changes.
create function app.change_catalogue_version() returns trigger language plpgsql as $$
begin
  update app.catalogue_version set version = gen_random_uuid() where xmin <> pg_current_xact_id()::xid;
  return null;
end $$;
create constraint trigger listing_changed after insert or update or delete on app.product_listing
  deferrable initially deferred for each row execute function app.change_catalogue_version();
