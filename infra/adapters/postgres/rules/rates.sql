-- The rates that hold on a day, by currency: {"EUR": {"rate": "1.1", "from": "2026-11-20", "source": "ecb"}}.
create or replace function app.rates_on(day date, currencies text[]) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(code, jsonb_build_object(
    'rate', trim_scale(rate)::text, 'from', to_char(holds_from, 'YYYY-MM-DD'), 'source', source)), '{}')
  from unnest(currencies) as code
  cross join lateral (
    select rate, holds_from, source from app.exchange_rate
    where currency = code and holds_from <= day order by holds_from desc, place desc limit 1) as latest
$$;
