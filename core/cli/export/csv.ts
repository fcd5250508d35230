import { stringify } from 'csv-stringify/sync';
import { sidesOf } from '#core/cli/books.ts';
import type { Log } from '#core/cli/replay.ts';
import { inSeconds } from '#core/cli/table.ts';
import { titleOf } from './chart.ts';
import { type Range, readEntries } from './entry.ts';

const LINKS = ['document', 'reference', 'hold', 'valued', 'event', 'position', 'stream', 'revision', 'correlation'];
const HEAD = ['date', 'time', 'entry', 'account', 'title', 'debit', 'credit', 'currency', ...LINKS];

/** A line for each posting; a spreadsheet executes none of it. */
export async function* writeCsv(log: Log, range: Range): AsyncGenerator<string> {
  // Without it, spreadsheets read letters beyond ASCII as others.
  yield `\uFEFF${HEAD.join()}`;
  for await (const { event, entry } of readEntries(log, range)) {
    const byName = new Map(entry.links);
    const rows = entry.postings.map(({ account, amount }) => [
      ...[entry.date, inSeconds(event.metadata.time), entry.words, account, titleOf(account)],
      ...[...sidesOf(amount), amount.currency],
      ...LINKS.map((name) => byName.get(name) ?? ''),
    ]);
    yield stringify(rows, { escape_formulas: true }).trimEnd();
  }
}
