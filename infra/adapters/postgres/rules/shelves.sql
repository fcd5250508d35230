-- How many codes are on a shelf, kept with the variant by triggers: it is the row that allocation locks anyway.

-- After a change of codes.
create or replace function app.keep_shelves() returns trigger language plpgsql as $$
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

-- After a request begins or ceases to wait. It gets its lines before it begins, and keeps them.
create or replace function app.keep_waiting() returns trigger language plpgsql as $$
begin
  update app.product_variant as shelf
    set waiting = waiting + case when new.status = 'waiting' then change.quantity else -change.quantity end
  from (
    select variant_id, sum(quantity - given) as quantity from app.stock_request_line where order_id = new.order_id group by 1
  ) as change where shelf.id = change.variant_id;
  return null;
end $$;

-- What a waiting request was given, it does not wait for any more.
create or replace function app.keep_given() returns trigger language plpgsql as $$
begin
  update app.product_variant as shelf set waiting = waiting - (new.given - old.given)
  where shelf.id = new.variant_id
    and exists (select from app.stock_request where order_id = new.order_id and status = 'waiting');
  return null;
end $$;

-- After codes are added, given or given back. It runs after the numbers of the shelf were changed, so nothing is given from the shelf meanwhile.
create or replace function app.keep_allocations() returns trigger language plpgsql as $$
begin
  insert into app.allocation (order_id, line_id, code_id)
    select order_id, line_id, id from after_change where order_id is not null on conflict do nothing;
  update app.product_variant as shelf set free_from = least(shelf.free_from, change.id)
  from (select distinct on (variant_id) variant_id, id from after_change where order_id is null order by 1, 2) as change
  where shelf.id = change.variant_id;
  return null;
end $$;
