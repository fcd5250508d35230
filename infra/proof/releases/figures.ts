import { z } from 'zod';
import { ledgerCodec, postingsOf, STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { withEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import type { TestApp } from '../api/test-app.ts';
import { rowsAt } from '../testing/database.ts';
import { FIXTURE_KEYS } from './keys.ts';

const Counts = z.record(z.string(), z.number());
/** What a version says of a fixture's store. Amounts are minor units as text, `account currency` names a balance. */
export const Figures = z.object({
  events: Counts,
  balances: z.record(z.string(), z.string()),
  /** As the read models have them: how many, of how much. */
  documents: z.record(z.string(), z.string()),
  wallets: z.record(z.string(), z.string()),
  /** Rows of tables that no log can bring back. */
  rows: Counts,
});
export type Figures = z.output<typeof Figures>;

const documentsOf = (kind: string, amount: string): string =>
  `select '${kind} ' || currency as name, count(*) || ' of ' || sum(${amount}) as value from read.${kind}s group by currency`;
const DOCUMENTS = [
  documentsOf('order', 'total'),
  documentsOf('deposit', 'amount'),
  documentsOf('withdrawal', 'amount'),
  `select 'customer', count(*)::text from read.customers`,
].join(' union all ');
const WALLETS = `
  select wallet_id || ' ' || currency as name, balance || ' of which held ' || held || ', credit ' || credit_limit as value from read.wallets`;
const ROWS = [
  'account',
  'company',
  'banking_detail',
  'gift_code',
  'support_ticket',
  'bank_line',
  'invoice_number',
  'api_key',
  'cart_item',
]
  .map((table) => `select '${table}' as name, count(*)::int as value from app.${table}`)
  .join(' union all ');

/** Needs read models at the end of the log. */
export async function figuresOf(place: Pick<TestApp, 'databaseUrl' | 'eventstoreUrl'>): Promise<Figures> {
  const read = async (text: string) => {
    const rows = await rowsAt<{ name: string; value: string | number }>(place.databaseUrl, `${text} order by 1`);
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  };
  const log = await withEventStoreClient(place.eventstoreUrl, (client) =>
    sumUp(createEventStoreDb(client, FIXTURE_KEYS.eventMacs)),
  );
  return Figures.parse({
    ...log,
    documents: await read(DOCUMENTS),
    wallets: await read(WALLETS),
    rows: await read(ROWS),
  });
}

async function sumUp(store: ReturnType<typeof createEventStoreDb>): Promise<Pick<Figures, 'events' | 'balances'>> {
  const events = new Map<string, number>();
  const balances = new Map<string, bigint>();
  for await (const stored of store.readAll({ prefixes: STREAM_PREFIXES })) {
    events.set(stored.type, (events.get(stored.type) ?? 0) + 1);
    for (const { account, amount } of postingsOf(ledgerCodec.decode(stored))) {
      const name = `${account} ${amount.currency}`;
      balances.set(name, (balances.get(name) ?? 0n) + amount.amount);
    }
  }
  return {
    events: inOrder(events),
    balances: inOrder(new Map([...balances].map(([name, sum]) => [name, String(sum)]))),
  };
}

const inOrder = <Value>(values: ReadonlyMap<string, Value>): Record<string, Value> =>
  Object.fromEntries([...values].sort(([left], [right]) => (left < right ? -1 : 1)));
