import { stringify } from 'csv-stringify/sync';
import type { EventStore } from '../../kernel/event-store.ts';
import { negate, toDecimal } from '../../kernel/money.ts';
import type { Output } from '../output.ts';
import { datingBy, isWithin, replayBooked } from '../replay.ts';
import { titleOf } from './chart.ts';
import { createEntries } from './entry.ts';
import type { Range } from './journal.ts';

const LINKS = ['document', 'reference', 'hold', 'valued', 'event', 'position', 'stream', 'revision', 'correlation'];
const HEAD = ['date', 'time', 'entry', 'account', 'title', 'debit', 'credit', 'currency', ...LINKS];

/** A line for each posting; no spreadsheet runs any of it. */
export async function* writeCsv(store: EventStore, output: Output, { from, to, by }: Range): AsyncGenerator<string> {
  const valueDayOf = await datingBy(store, by);
  const entryOf = createEntries(store, valueDayOf);
  yield HEAD.join();
  for await (const event of replayBooked(store, output)) {
    if (!isWithin(event, from, to, valueDayOf)) continue;
    const { date, words, links, postings } = await entryOf(event);
    const byName = new Map(links);
    const rows = postings.map(({ account, amount }) => [
      ...[date, event.metadata.time, words, account, titleOf(account)],
      amount.amount > 0n ? toDecimal(amount) : '',
      amount.amount < 0n ? toDecimal(negate(amount)) : '',
      amount.currency,
      ...LINKS.map((name) => byName.get(name) ?? ''),
    ]);
    yield stringify(rows, { escape_formulas: true }).trimEnd();
  }
}
