import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { FIRST_DAY } from '../kernel/rate-sources.ts';
import { withFormats } from './options.ts';
import { type Output, refuseFile } from './output.ts';
import { createRowWriter, type Format, timeFor } from './table.ts';

type ListedRate = {
  readonly currency: string;
  readonly from: string;
  readonly rate: string;
  readonly source: string;
  readonly quote: string;
  readonly recorded_by: string | null;
  readonly recorded_at: string;
  readonly holds: boolean;
};

/** What reads and records exchange rates. */
type RateBook = {
  /** The newest day first. */
  list(): Promise<readonly ListedRate[]>;
  /** Imports the XML of the European Central Bank; returns the result. */
  importEcb(text: string, isConfirmed: boolean): Promise<string>;
};
export type WithRates = <Result>(work: (rates: RateBook) => Promise<Result>) => Promise<Result>;

const COLUMNS = [
  { name: 'From', width: 10 },
  { name: 'Currency', width: 8 },
  { name: 'Rate', width: 16, align: 'right' },
  { name: 'Holds', width: 5 },
  { name: 'Source', width: 13 },
  { name: 'Recorded', width: 20 },
  { name: 'By', width: 24 },
  { name: 'Published', width: 36 },
] as const;

/** `rates …`: the values of currencies, from which day on. It needs the databases, and is recorded. */
export function addRates(program: Command, { withRates, output }: { withRates: WithRates; output: Output }): void {
  const rates = program.command('rates').description('exchange rates by day: what one unit is worth in US dollars');
  const list = rates
    .command('list', { isDefault: true })
    .description('every rate with its day, its source and who recorded it');
  withFormats(list).action(({ format }: { format: Format }) =>
    withRates(async (book) => {
      const writer = await createRowWriter(output, format, COLUMNS);
      for (const { from, currency, rate, holds, source, recorded_at, recorded_by, quote } of await book.list()) {
        const [since, by] = [from === FIRST_DAY ? 'always' : from, recorded_by ?? 'Giftledger'];
        await writer.row([since, currency, rate, holds ? 'yes' : '', source, timeFor(format)(recorded_at), by, quote]);
      }
      await writer.end();
    }),
  );
  rates
    .command('import')
    .description(
      'record the rates of the European Central Bank; days that are known change nothing. Recorded in the audit trail',
    )
    .argument('<file>', 'eurofxref-daily.xml or eurofxref-hist-90d.xml')
    .option('--confirm', 'take rates, too, that are more than 10 % away from the last one, or of days to come')
    .action(async (file: string, { confirm = false }: { confirm?: boolean }) => {
      const text = await readFile(file, 'utf8').catch(refuseFile(file));
      await output.line(await withRates(({ importEcb }) => importEcb(text, confirm)));
    });
}
