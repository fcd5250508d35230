-- What one unit of a currency is worth in the base currency, from a day on. Rows are only added (infra/postgres/roles.ts): of two of one day the later holds.
create table app.exchange_rate (
  rate_id uuid primary key,
  currency text not null,
  holds_from date not null,
  rate numeric(15, 9) not null check (rate > 0),
  source text not null check (source in ('configuration', 'ecb', 'hand')),
  -- What was published, where the rate is computed from it.
  quote text not null default '',
  -- An administrator; null for the configuration and the command line.
  recorded_by uuid,
  recorded_at timestamptz not null,
  place bigint generated always as identity
);
create index exchange_rate_of_day on app.exchange_rate (currency, holds_from desc, place desc);

-- The rates that hold on a day, by currency: {"EUR": {"rate": "1.1", "from": "2026-11-20", "source": "ecb"}}.
create function app.rates_on(day date, currencies text[]) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(code, jsonb_build_object(
    'rate', trim_scale(rate)::text, 'from', to_char(holds_from, 'YYYY-MM-DD'), 'source', source)), '{}')
  from unnest(currencies) as code
  cross join lateral (
    select rate, holds_from, source from app.exchange_rate
    where currency = code and holds_from <= day order by holds_from desc, place desc limit 1) as latest
$$;
