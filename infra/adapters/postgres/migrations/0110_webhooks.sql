-- Where customers' systems want to hear what happens. Secrets and what was sent are sealed.
create table app.webhook_endpoint (
  endpoint_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  url text not null,
  events text[] not null,
  secret_sealed bytea not null,
  -- The secret before it signs too, until then.
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  -- Only what lies after it in the log is told.
  since_position bigint not null,
  is_enabled boolean not null default true,
  -- When every delivery began to fail; null after one that arrived.
  failing_since timestamptz,
  -- It was switched off because it failed for too long.
  given_up_at timestamptz,
  created_at timestamptz not null
);
create index webhook_endpoint_customer on app.webhook_endpoint (customer_id, created_at);

create table app.webhook_delivery (
  -- The `webhook-id`: the same in every attempt, and the same when an event is read from the log again.
  delivery_id uuid primary key,
  endpoint_id uuid not null references app.webhook_endpoint on delete cascade,
  type text not null,
  body_sealed bytea not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- While an attempt is made, when it counts as lost. Null unless pending.
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  answer_status integer,
  -- The first bytes of the answer, or why there was none.
  answer_sealed bytea,
  created_at timestamptz not null,
  constraint webhook_delivery_is_due check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_delivery_due on app.webhook_delivery (endpoint_id, next_attempt_at) where status = 'pending';
create index webhook_delivery_log on app.webhook_delivery (endpoint_id, created_at, delivery_id);
