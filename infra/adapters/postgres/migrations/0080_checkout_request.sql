-- Which order a checkout was about, by the id of the request (the same one when it is repeated under its Idempotency-Key): a
-- repetition whose first answer was lost gets that order, however much later it comes, and not an empty cart.
create table app.checkout_request (
  request_id uuid primary key,
  order_id uuid not null,
  requested_at timestamptz not null default now()
);
create index checkout_request_order on app.checkout_request (order_id);
create index checkout_request_age on app.checkout_request (requested_at);
