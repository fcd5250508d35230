-- Who gets codes: what paid orders want is served in the order in which they were paid. What changes an allocation first locks the variants, in
-- order of id: allocations of one variant happen one after another, and two orders never wait for each other in a circle. Codes may be added
-- meanwhile: that changes no allocation.

-- Asks for codes, and gives them where they are there. Many orders ask in one call: those that asked at once would wait for the same locks, one call
-- after the other. A request that is repeated with other lines is refused: answering it with the first codes would hide a mistake. Of one that was
-- released before it came, no lines are stored.
-- All that is looked for here has an index: the planner must not think otherwise while its statistics are young.
create or replace function app.allocate_stock(
  orders uuid[], positions bigint[], parts boolean[], line_orders uuid[], lines uuid[], variants uuid[], quantities integer[]
)
returns table (order_id uuid, line_id uuid, quantity integer, code_ids text, is_whole boolean) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  fresh uuid[];
begin
  perform 1 from app.product_variant where id = any (variants) order by id for no key update;
  -- Mostly there is enough for all: a request that never waits leaves nothing behind among those that do.
  with request as (
    insert into app.stock_request (order_id, position, in_part, status, allocated_at)
    select *, 'allocated', now() from unnest(orders, positions, parts) on conflict do nothing returning order_id
  ), request_line as (
    insert into app.stock_request_line (order_id, line_id, variant_id, quantity)
    select line.* from unnest(line_orders, lines, variants, quantities) as line (order_id, line_id, variant_id, quantity)
    join request using (order_id)
  )
  select array_agg(order_id) into fresh from request;
  if cardinality(fresh) is distinct from cardinality(orders) and exists (
    select from (
      select order_id, line_id, variant_id, quantity from app.stock_request_line where order_id = any (orders)
    ) as known
    full join unnest(line_orders, lines, variants, quantities) as asked (order_id, line_id, variant_id, quantity)
      using (order_id, line_id, variant_id, quantity)
    where asked is null or known is null and exists (select from app.stock_request_line where order_id = asked.order_id)
  ) then
    raise 'Stock was requested for an order before, with other lines.' using errcode = 'STK01';
  end if;
  if fresh is not null and not app.give_codes(fresh) then
    update app.stock_request set status = 'waiting', allocated_at = null where order_id = any (fresh);
  end if;
  return query select * from app.serve_stock_requests(orders);
end $$;

-- The codes of orders, given now to those that wait and can have theirs. No rows for one that has none, and never more for one
-- that was released, however late its request is repeated. `code_ids` are sorted, one a line of text.
create or replace function app.serve_stock_requests(orders uuid[])
returns table (order_id uuid, line_id uuid, quantity integer, code_ids text, is_whole boolean) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  one record;
begin
  perform 1 from app.product_variant
    where id = any (array(select variant_id from app.stock_request_line where order_id = any (orders)))
    order by id for no key update;
  for one in
    select order_id, in_part from app.stock_request where order_id = any (orders) and status = 'waiting'
    order by position, order_id for update
  loop
    if (case when one.in_part then app.give_part(one.order_id) else app.give_codes(array[one.order_id]) end) then
      update app.stock_request set status = 'allocated', allocated_at = now(), is_unbooked = false
        where order_id = one.order_id;
    end if;
  end loop;
  return query
    select code.order_id, code.line_id, count(*)::integer,
      string_agg(code.id::text, e'\n' order by code.id::text collate "C"),
      (select request.status = 'allocated' from app.stock_request as request where request.order_id = code.order_id)
    from app.allocated_code as code where code.order_id = any (orders) group by code.order_id, code.line_id;
end $$;

-- Gives orders all their codes if there are enough for all of them, beyond what earlier orders wait for. Its caller has locked the variants.
create or replace function app.give_codes(orders uuid[]) returns boolean language plpgsql as $$
declare
  codes uuid[];
  code_orders uuid[];
  code_lines uuid[];
begin
  select array_agg(code.id), array_agg(line.order_id), array_agg(line.line_id) into codes, code_orders, code_lines
  from (
    select request.order_id, line.line_id, line.variant_id, line.quantity, sum(line.quantity) over (
        partition by line.variant_id order by request.position, request.order_id, line.line_id
      ) - line.quantity as earlier
    from app.stock_request as request
    -- From each request to its lines (offset 0 forbids the other way), never from a variant to all that was sold of it.
    cross join lateral (
      select line_id, variant_id, quantity - given as quantity from app.stock_request_line
      where order_id = request.order_id offset 0
    ) as line
    where request.status = 'waiting' or request.order_id = any (orders)
  ) as line
  join app.product_variant as shelf on shelf.id = line.variant_id
  cross join lateral (
    select id from app.gift_code where variant_id = shelf.id and id >= shelf.free_from and order_id is null
    order by id offset line.earlier limit line.quantity
  ) as code
  where line.order_id = any (orders);
  if cardinality(codes) is distinct from (
    select sum(quantity) from app.stock_request_line where order_id = any (orders)
  ) then
    return false;
  end if;
  update app.gift_code as code set order_id = taken.order_id, line_id = taken.line_id, allocated_at = now()
  from unnest(codes, code_orders, code_lines) as taken (id, order_id, line_id) where code.id = taken.id;
  perform app.pass_given_codes(orders);
  return true;
end $$;

-- Gives a waiting order those codes that are there beyond what earlier ones wait for; says whether it has all of them now. It keeps its place in the
-- queue for the rest. Its caller has locked the variants. Each part has a later time than the one before it, whatever the clock says: by it the log's
-- parts are found.
create or replace function app.give_part(wanted uuid) returns boolean language plpgsql as $$
declare
  moment timestamptz;
begin
  select greatest(clock_timestamp(), max(allocated_at) + interval '1 microsecond') into moment
    from app.allocated_code where order_id = wanted;
  with taken as (
    select code.id, line.line_id
    from (
      select request.order_id, line.line_id, line.variant_id, line.quantity, sum(line.quantity) over (
          partition by line.variant_id order by request.position, request.order_id, line.line_id
        ) - line.quantity as earlier
      from app.stock_request as request
      cross join lateral (
        select line_id, variant_id, quantity - given as quantity from app.stock_request_line
        where order_id = request.order_id offset 0
      ) as line
      where request.status = 'waiting'
    ) as line
    join app.product_variant as shelf on shelf.id = line.variant_id
    cross join lateral (
      select id from app.gift_code where variant_id = shelf.id and id >= shelf.free_from and order_id is null
      order by id offset line.earlier limit line.quantity
    ) as code
    where line.order_id = wanted
  ), allocated as (
    update app.gift_code as code set order_id = wanted, line_id = taken.line_id, allocated_at = moment
    from taken where code.id = taken.id
  )
  update app.stock_request_line as line set given = line.given + part.codes
  from (select line_id, count(*)::integer as codes from taken group by 1) as part
  where line.order_id = wanted and line.line_id = part.line_id;
  if found then
    perform app.pass_given_codes(array[wanted]);
    update app.stock_request set is_unbooked = true where order_id = wanted;
  end if;
  return not exists (select from app.stock_request_line where order_id = wanted and given < quantity);
end $$;

-- The next sale looks from the first code on that is still free. Codes that are added or given back meanwhile wait for the variants, which its caller has
-- locked, and then take that back as far as they need: rules/shelves.sql.
create or replace function app.pass_given_codes(orders uuid[]) returns void language plpgsql as $$
begin
  update app.product_variant as shelf set free_from = coalesce((
    select id from app.gift_code where variant_id = shelf.id and id >= shelf.free_from and order_id is null order by id limit 1
  ), 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  where id = any (array(select variant_id from app.stock_request_line where order_id = any (orders)));
end $$;
