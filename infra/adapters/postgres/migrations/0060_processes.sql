-- How far each process has followed the log.
create table app.process_checkpoint (
  name text primary key,
  position bigint not null,
  saved_at timestamptz not null default now()
);

-- The order's codes are booked as delivered; until then it is named again to whoever serves the queue.
alter table app.stock_request add column fulfilled_at timestamptz;
create index stock_request_unconfirmed on app.stock_request (position, order_id)
  where status = 'allocated' and fulfilled_at is null;
