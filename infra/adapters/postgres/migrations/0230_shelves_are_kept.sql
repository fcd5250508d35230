-- How many codes are on a shelf is kept with the variant, not counted at every look. Whatever changes codes or the queue changes
-- the numbers in the same transaction: the triggers do, so that nothing can leave them out. The row is the one that allocation
-- locks anyway.
alter table app.product_variant
  -- All that were ever added, and those that no order has.
  add column codes bigint not null default 0,
  add column free_codes bigint not null default 0,
  -- Pieces that paid orders wait for.
  add column waiting bigint not null default 0,
  add constraint product_variant_shelf check (free_codes between 0 and codes and waiting >= 0);
-- Room on the page for the row's next version: none of the indexes is touched then.
alter table app.product_variant set (fillfactor = 50);

create function app.keep_shelves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update app.product_variant as shelf set codes = shelf.codes + change.codes, free_codes = free_codes + change.free
    from (
      select variant_id, count(*) as codes, count(*) filter (where order_id is null) as free from after_change group by 1
    ) as change where shelf.id = change.variant_id;
  elsif tg_op = 'DELETE' then
    update app.product_variant as shelf set codes = shelf.codes - change.codes, free_codes = free_codes - change.free
    from (
      select variant_id, count(*) as codes, count(*) filter (where order_id is null) as free from before_change group by 1
    ) as change where shelf.id = change.variant_id;
  else
    update app.product_variant as shelf set codes = shelf.codes + change.codes, free_codes = free_codes + change.free
    from (
      select variant_id, sum(codes) as codes, sum(free) as free
      from (
        select variant_id, 1 as codes, (order_id is null)::int as free from after_change
        union all
        select variant_id, -1, -(order_id is null)::int from before_change
      ) as code
      group by 1 having sum(codes) <> 0 or sum(free) <> 0
    ) as change where shelf.id = change.variant_id;
  end if;
  return null;
end $$;
create trigger gift_code_added after insert on app.gift_code
  referencing new table as after_change for each statement execute function app.keep_shelves();
create trigger gift_code_changed after update on app.gift_code
  referencing old table as before_change new table as after_change for each statement execute function app.keep_shelves();
create trigger gift_code_removed after delete on app.gift_code
  referencing old table as before_change for each statement execute function app.keep_shelves();

-- A request gets its lines before it begins to wait, and keeps them.
create function app.keep_waiting() returns trigger language plpgsql as $$
begin
  update app.product_variant as shelf
    set waiting = waiting + case when new.status = 'waiting' then change.quantity else -change.quantity end
  from (
    select variant_id, sum(quantity) as quantity from app.stock_request_line where order_id = new.order_id group by 1
  ) as change where shelf.id = change.variant_id;
  return null;
end $$;
create trigger stock_request_waits after update of status on app.stock_request
  for each row when ((old.status = 'waiting') <> (new.status = 'waiting')) execute function app.keep_waiting();

-- Where the numbers are not what a count says: no rows, ever. `ledger check` looks.
create view app.wrong_shelf as
select variant.id as variant_id, variant.codes, variant.free_codes, variant.waiting,
  counted.codes as counted_codes, counted.free as counted_free, queued.pieces as counted_waiting
from app.product_variant as variant
cross join lateral (
  select count(*) as codes, count(*) filter (where order_id is null) as free from app.gift_code where variant_id = variant.id
) as counted
cross join lateral (
  select coalesce(sum(line.quantity), 0)::bigint as pieces
  from app.stock_request as request join app.stock_request_line as line using (order_id)
  where request.status = 'waiting' and line.variant_id = variant.id
) as queued
where (variant.codes, variant.free_codes, variant.waiting) is distinct from (counted.codes, counted.free, queued.pieces);

update app.product_variant as shelf
  set codes = wrong.counted_codes, free_codes = wrong.counted_free, waiting = wrong.counted_waiting
from app.wrong_shelf as wrong where shelf.id = wrong.variant_id;

drop view app.variant_stock;
-- What a new order can have at once: orders that wait already come first.
alter table app.product_variant add column available bigint generated always as (greatest(free_codes - waiting, 0)) stored;
