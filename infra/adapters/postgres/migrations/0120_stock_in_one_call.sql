-- Allocation in one round trip: an order's buyer waits for it, and nobody else can have the variant's codes meanwhile.
-- What changes an allocation first locks the variants, in order of id: allocations of one variant happen one after another,
-- and two orders never wait for each other in a circle. Codes may be added meanwhile: that changes no allocation.

-- Gives a waiting order its codes if all are free beyond what earlier orders wait for. No rows while it waits, and none ever
-- for one that was released: it was cancelled, however late its request is repeated.
create function app.serve_stock_request(wanted uuid)
returns table (line_id uuid, quantity integer, code_ids text[]) language plpgsql as $$
#variable_conflict use_column
declare
  request app.stock_request;
  taken integer;
begin
  perform 1 from app.product_variant
    where id in (select variant_id from app.stock_request_line where order_id = wanted) order by id for no key update;
  select * into request from app.stock_request where order_id = wanted for update;
  if request.status = 'waiting' then
    -- Counts no more of the shelf than it needs to.
    if exists (
      select from (
        select variant_id, sum(quantity) as quantity from app.stock_request_line where order_id = wanted group by variant_id
      ) as mine
      cross join lateral (
        select coalesce(sum(line.quantity), 0) as quantity
        from app.stock_request as before join app.stock_request_line as line using (order_id)
        where before.status = 'waiting' and line.variant_id = mine.variant_id
          and (before.position, before.order_id) < (request.position, request.order_id)
      ) as earlier
      cross join lateral (
        select count(*) as quantity from (
          select from app.gift_code where variant_id = mine.variant_id and order_id is null
          limit mine.quantity + earlier.quantity
        ) as code
      ) as free
      where free.quantity < mine.quantity + earlier.quantity
    ) then
      return;
    end if;
    with mine as (
      select line_id, variant_id, quantity, sum(quantity) over (partition by variant_id order by line_id) as up_to
      from app.stock_request_line where order_id = wanted
    ), free as (
      select code.id, code.variant_id, row_number() over (partition by code.variant_id order by code.added_at, code.id) as number
      from (select variant_id, max(up_to) as quantity from mine group by variant_id) as demand
      cross join lateral (
        select id, variant_id, added_at from app.gift_code
        where variant_id = demand.variant_id and order_id is null
        order by added_at, id limit demand.quantity
      ) as code
    )
    update app.gift_code as code set order_id = wanted, line_id = mine.line_id, allocated_at = now()
    from free join mine
      on mine.variant_id = free.variant_id and free.number <= mine.up_to and free.number > mine.up_to - mine.quantity
    where code.id = free.id;
    get diagnostics taken = row_count;
    -- All or none.
    if taken <> (select sum(quantity) from app.stock_request_line where order_id = wanted) then
      raise 'Order % got % codes, which is not what it asked for.', wanted, taken;
    end if;
    update app.stock_request set status = 'allocated', allocated_at = now() where order_id = wanted;
  elsif request.status is distinct from 'allocated' then
    return;
  end if;
  return query
    select code.line_id, count(*)::integer, array_agg(code.id::text order by code.id::text collate "C")
    from app.gift_code as code where code.order_id = wanted group by code.line_id order by code.line_id;
end $$;

-- Asks for codes, and gives them where they are there. A request that is repeated with other lines is refused: answering it
-- with the first codes would hide a mistake. Of one that was released before it came, no lines are stored.
create function app.allocate_stock(wanted uuid, at bigint, lines uuid[], variants uuid[], quantities integer[])
returns table (line_id uuid, quantity integer, code_ids text[]) language plpgsql as $$
#variable_conflict use_column
begin
  perform 1 from app.product_variant where id = any(variants) order by id for no key update;
  insert into app.stock_request (order_id, position, status) values (wanted, at, 'waiting') on conflict do nothing;
  if found then
    insert into app.stock_request_line (order_id, line_id, variant_id, quantity)
    select wanted, line.* from unnest(lines, variants, quantities) as line;
  elsif exists (select from app.stock_request_line where order_id = wanted) and exists (
    select from (select line_id, variant_id, quantity from app.stock_request_line where order_id = wanted) as stored
    full join unnest(lines, variants, quantities) as asked (line_id, variant_id, quantity)
      using (line_id, variant_id, quantity)
    where stored is null or asked is null
  ) then
    raise 'Stock was requested for order % before, with other lines.', wanted using errcode = 'STK01';
  end if;
  return query select * from app.serve_stock_request(wanted);
end $$;
