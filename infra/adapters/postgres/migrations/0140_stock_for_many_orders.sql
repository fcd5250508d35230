-- Allocation for many orders in one call: what asks at once would wait for the same variants' locks, one call after the other.
-- What changes an allocation still locks the variants first, in order of id.

drop function app.allocate_stock(uuid, bigint, uuid[], uuid[], integer[]);
drop function app.serve_stock_request(uuid);

-- Gives orders their codes if there are enough for all of them, beyond what earlier orders wait for. Its caller has locked the
-- variants.
create function app.give_codes(orders uuid[]) returns boolean language plpgsql as $$
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
      select line_id, variant_id, quantity from app.stock_request_line where order_id = request.order_id offset 0
    ) as line
    where request.status = 'waiting' or request.order_id = any (orders)
  ) as line
  cross join lateral (
    select id from app.gift_code where variant_id = line.variant_id and order_id is null
    order by added_at, id offset line.earlier limit line.quantity
  ) as code
  where line.order_id = any (orders);
  if cardinality(codes) is distinct from (
    select sum(quantity) from app.stock_request_line where order_id = any (orders)
  ) then
    return false;
  end if;
  update app.gift_code as code set order_id = taken.order_id, line_id = taken.line_id, allocated_at = now()
  from unnest(codes, code_orders, code_lines) as taken (id, order_id, line_id) where code.id = taken.id;
  return true;
end $$;

-- All that is looked for here has an index: the planner must not think otherwise while its statistics are young.

-- The codes of orders, given now to those that wait and can have theirs. No rows for one that goes on waiting, and none ever for
-- one that was released: it was cancelled, however late its request is repeated. `code_ids` are sorted, one a line of text.
create function app.serve_stock_requests(orders uuid[])
returns table (order_id uuid, line_id uuid, quantity integer, code_ids text) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  one uuid;
begin
  perform 1 from app.product_variant
    where id = any (array(select variant_id from app.stock_request_line where order_id = any (orders)))
    order by id for no key update;
  for one in
    select order_id from app.stock_request where order_id = any (orders) and status = 'waiting'
    order by position, order_id for update
  loop
    if app.give_codes(array[one]) then
      update app.stock_request set status = 'allocated', allocated_at = now() where order_id = one;
    end if;
  end loop;
  return query
    select code.order_id, code.line_id, count(*)::integer,
      string_agg(code.id::text, e'\n' order by code.id::text collate "C")
    from app.gift_code as code where code.order_id = any (orders) group by code.order_id, code.line_id;
end $$;

-- Asks for codes, and gives them where they are there. A request that is repeated with other lines is refused: answering it
-- with the first codes would hide a mistake. Of one that was released before it came, no lines are stored.
create function app.allocate_stock(
  orders uuid[], positions bigint[], line_orders uuid[], lines uuid[], variants uuid[], quantities integer[]
)
returns table (order_id uuid, line_id uuid, quantity integer, code_ids text) language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  fresh uuid[];
begin
  perform 1 from app.product_variant where id = any (variants) order by id for no key update;
  -- Mostly there is enough for all: a request that never waits leaves nothing behind among those that do.
  with request as (
    insert into app.stock_request (order_id, position, status, allocated_at)
    select *, 'allocated', now() from unnest(orders, positions) on conflict do nothing returning order_id
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
