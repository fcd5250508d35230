-- Requests by caller and place, over all processes of the API. A crash of Postgres empties it, which only begins a minute anew, so no write of it
-- is logged or waited for.
create unlogged table app.request_count (
  subject_hash bytea primary key,
  requests int not null,
  ends_at timestamptz not null
);
create index request_count_by_age on app.request_count (ends_at);
