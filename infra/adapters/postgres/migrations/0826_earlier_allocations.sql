-- Of codes that were sold before.
insert into app.allocation (order_id, line_id, code_id)
  select order_id, line_id, id from app.gift_code where order_id is not null on conflict do nothing;
analyze app.allocation;
