-- An order may take what is there before there is enough for all of it: it keeps its place in the queue for the rest. What changes
-- an allocation still locks the variants first, in order of id.

alter table app.stock_request
  -- It takes parts.
  add column in_part boolean not null default false,
  -- It waits for more, and nobody confirmed yet that what it was given last was booked.
  add column is_unbooked boolean not null default false;
create index stock_request_unbooked on app.stock_request (position, order_id) where is_unbooked;
-- Of a request that takes parts; of another one, the codes come all at once with its new status.
alter table app.stock_request_line add column given integer not null default 0 check (given between 0 and quantity);

-- As confirmed by the customer, kept until the ledger has it.
alter table app.checkout add column may_deliver_in_part boolean not null default false;

-- As before, of what is not given yet.
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
create function app.keep_given() returns trigger language plpgsql as $$
begin
  update app.product_variant as shelf set waiting = waiting - (new.given - old.given)
  where shelf.id = new.variant_id
    and exists (select from app.stock_request where order_id = new.order_id and status = 'waiting');
  return null;
end $$;
create trigger stock_request_line_given after update of given on app.stock_request_line
  for each row when (old.given <> new.given) execute function app.keep_given();

create or replace view app.wrong_shelf as
select variant.id as variant_id, variant.codes, variant.free_codes, variant.waiting,
  counted.codes as counted_codes, counted.free as counted_free, queued.pieces as counted_waiting
from app.product_variant as variant
cross join lateral (
  select count(*) as codes, count(*) filter (where order_id is null) as free from app.gift_code where variant_id = variant.id
) as counted
cross join lateral (
  select coalesce(sum(line.quantity - line.given), 0)::bigint as pieces
  from app.stock_request as request join app.stock_request_line as line using (order_id)
  where request.status = 'waiting' and line.variant_id = variant.id
) as queued
where (variant.codes, variant.free_codes, variant.waiting) is distinct from (counted.codes, counted.free, queued.pieces);

-- As before, of what is not given yet to those that wait.
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

-- Gives a waiting order those codes that are there beyond what earlier ones wait for; says whether it has all of them now. Its caller has
-- locked the variants. Each part has a later time than the one before it, whatever the clock says: by it the log's parts are found.
create function app.give_part(wanted uuid) returns boolean language plpgsql as $$
declare
  moment timestamptz;
begin
  select greatest(clock_timestamp(), max(allocated_at) + interval '1 microsecond') into moment
    from app.gift_code where order_id = wanted;
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
    cross join lateral (
      select id from app.gift_code where variant_id = line.variant_id and order_id is null
      order by added_at, id offset line.earlier limit line.quantity
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
    update app.stock_request set is_unbooked = true where order_id = wanted;
  end if;
  return not exists (select from app.stock_request_line where order_id = wanted and given < quantity);
end $$;

drop function app.allocate_stock(uuid[], bigint[], uuid[], uuid[], uuid[], integer[]);
drop function app.serve_stock_requests(uuid[]);

-- The codes of orders, given now to those that wait and can have theirs. No rows for one that has none, and never more for one
-- that was released, however late its request is repeated. `code_ids` are sorted, one a line of text.
create function app.serve_stock_requests(orders uuid[])
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
    from app.gift_code as code where code.order_id = any (orders) group by code.order_id, code.line_id;
end $$;

-- Asks for codes, and gives them where they are there. A request that is repeated with other lines is refused: answering it
-- with the first codes would hide a mistake. Of one that was released before it came, no lines are stored.
create function app.allocate_stock(
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
