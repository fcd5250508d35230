import { type Command, InvalidArgumentError, Option } from 'commander';
import type { EventStore } from '../kernel/event-store.ts';
import { money, toDecimal } from '../kernel/money.ts';
import { createInvoiceBook, type Numbered } from './invoice-book.ts';
import { createIssuedNumbers, type ReadIssued } from './issued-numbers.ts';
import { withFormats } from './options.ts';
import type { Output } from './output.ts';
import { replay } from './replay.ts';
import { createRowWriter, type Format } from './table.ts';
import type { WithStore } from './with-store.ts';

const FIGURE = { width: 14, align: 'right' } as const;

/** `invoices`: the series of invoices and credit notes, in order of number. */
export function addInvoices(program: Command, { withStore, output }: { withStore: WithStore; output: Output }): void {
  const command = program
    .command('invoices')
    .description('invoices and credit notes by number, with their VAT; credit notes are negative')
    .addOption(new Option('--year <year>', 'of one year, e.g. 2026').argParser(parseYear));
  withFormats(command).action((options: { year?: number; format: Format }) =>
    withStore((store, { readIssued = async function* () {} }) => listInvoices(store, output, readIssued, options)),
  );
}

function parseYear(text: string): number {
  if (!/^\d{4}$/.test(text)) throw new InvalidArgumentError('Expected a year such as 2026.');
  return Number(text);
}

async function listInvoices(
  store: EventStore,
  output: Output,
  readIssued: ReadIssued,
  { year, format }: { year?: number; format: Format },
): Promise<void> {
  const writer = await createRowWriter(output, format, [
    { name: 'Number', width: 15, cut: 'never' },
    { name: 'Date', width: 10, cut: 'never' },
    { name: 'Customer', width: 36, cut: 'first' },
    { name: 'Order', width: 14 },
    { name: 'Credits', width: 15 },
    { name: 'Net', ...FIGURE },
    { name: 'VAT', ...FIGURE },
    { name: 'Gross', ...FIGURE },
    { name: 'Currency', width: 8 },
  ]);
  const book = createInvoiceBook();
  const issued = createIssuedNumbers(readIssued);
  let [count, unknown] = [0, 0];
  try {
    for await (const event of replay(store, output)) {
      const invoice = book.apply(event);
      if (!invoice || (year !== undefined && invoice.year !== year)) continue;
      const written = await issued.take(invoice, invoice.sequence);
      count += 1;
      if (!written) unknown += 1;
      await writer.row(rowOf(invoice, written?.vat));
    }
  } finally {
    await issued.close();
  }
  await writer.end();
  if (count === 0) output.note('There are no invoices.');
  else if (unknown > 0) output.note(`The VAT of ${unknown} is not known here: it is written down in Postgres.`);
}

function rowOf(
  { number, time, customerId, order, credits, kind, amount }: Numbered,
  vat: bigint | undefined,
): string[] {
  const sign = kind === 'credit-note' ? -1n : 1n;
  const figure = (minor: bigint) => toDecimal(money(sign * minor, amount.currency));
  return [
    ...[number, time.slice(0, 10), customerId, order, credits],
    ...(vat === undefined ? ['', ''] : [figure(amount.amount - vat), figure(vat)]),
    ...[figure(amount.amount), amount.currency],
  ];
}
