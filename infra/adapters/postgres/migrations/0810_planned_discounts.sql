-- A customer's discounts by brand are looked at, planned and confirmed as changes of prices are. They are set in the log, not in this
-- transaction: `applying` is what a restart goes on with.
alter table app.catalogue_change add column customer_id uuid;
alter table app.catalogue_change drop constraint catalogue_change_kind_check;
alter table app.catalogue_change add constraint catalogue_change_kind_check
  check (kind in ('products', 'brands', 'prices', 'discounts')) not valid;
alter table app.catalogue_change drop constraint catalogue_change_status_check;
alter table app.catalogue_change add constraint catalogue_change_status_check
  check (status in ('shown', 'waiting', 'planned', 'applying', 'applied', 'refused', 'withdrawn', 'lapsed')) not valid;
alter table app.catalogue_change drop constraint catalogue_change_check1;
alter table app.catalogue_change add constraint catalogue_change_ended_check
  check ((ended_at is null) = (status in ('shown', 'waiting', 'planned', 'applying'))) not valid;
alter table app.catalogue_change add constraint catalogue_change_customer_check
  check ((customer_id is not null) = (kind = 'discounts')) not valid;
alter table app.catalogue_change add constraint catalogue_change_customer_fk
  foreign key (customer_id) references app.account not valid;
