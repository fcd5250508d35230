-- Which codes an order was given: a row for each, written once, found by the order. No index of the codes themselves names an order any more, so a code
-- that is sold changes in its page alone, and enters no index again. A code that was given back keeps its row here; the code says whose it is.
create table app.allocation (
  order_id uuid not null,
  line_id uuid not null,
  code_id uuid not null,
  primary key (order_id, line_id, code_id)
);
create view app.allocated_code as
select code.id, code.variant_id, code.code_sealed, code.last_four, code.allocated_at, code.first_revealed_at, given.order_id, given.line_id
from app.allocation as given
join app.gift_code as code on code.id = given.code_id and code.order_id = given.order_id;
-- Until each part has its own rights on them, right after the migrations: what is sold meanwhile is written, too.
grant select, insert on app.allocation to public;
grant select on app.allocated_code to public;
-- No free code of the variant has a lower id: a sale looks from there on, not through all that were sold.
alter table app.product_variant add column free_from uuid not null default '00000000-0000-0000-0000-000000000000';
create trigger gift_code_given_as_added after insert on app.gift_code
  referencing new table as after_change for each statement execute function app.keep_allocations();
create trigger gift_code_given after update on app.gift_code
  referencing new table as after_change for each statement execute function app.keep_allocations();

-- A shelf is wrong, too, where a sale would not find all free codes, or orders not all of theirs.
create or replace view app.wrong_shelf as
select variant.id as variant_id, variant.codes, variant.free_codes, variant.waiting,
  counted.codes as counted_codes, counted.free as counted_free, queued.pieces as counted_waiting, counted.given as counted_given
from app.product_variant as variant
cross join lateral (
  select count(*) as codes, count(*) filter (where code.order_id is null and code.id >= variant.free_from) as free, count(given) as given
  from app.gift_code as code
  left join app.allocation as given on given.order_id = code.order_id and given.line_id = code.line_id and given.code_id = code.id
  where code.variant_id = variant.id
) as counted
cross join lateral (
  select coalesce(sum(line.quantity - line.given), 0)::bigint as pieces
  from app.stock_request as request join app.stock_request_line as line using (order_id)
  where request.status = 'waiting' and line.variant_id = variant.id
) as queued
where (variant.codes, variant.free_codes, variant.waiting, variant.codes - variant.free_codes)
  is distinct from (counted.codes, counted.free, queued.pieces, counted.given);
