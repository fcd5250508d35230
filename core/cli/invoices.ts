import { type Command, InvalidArgumentError, Option } from 'commander';
import { createInvoiceBook, type Numbered } from '#core/finance/checks/invoice-book.ts';
import { createIssuedNumbers, type ReadIssued } from '#core/finance/checks/issued-numbers.ts';
import { money, toDecimal } from '#core/kernel/money/money.ts';
import { withFormats } from './options.ts';
import { type Log, replay } from './replay.ts';
import { type Format, writeRows } from './table.ts';
import type { Workplace } from './workplace.ts';

/** `invoices`: the series of invoices and credit notes, in order of number. */
export function addInvoices(program: Command, { withStore, output }: Workplace): void {
  const command = program
    .command('invoices')
    .description('invoices and credit notes by number, with their VAT; credit notes are negative')
    .addOption(new Option('--year <year>', 'of one year, e.g. 2026').argParser(parseYear));
  withFormats(command).action((options: { year?: number; format: Format }) =>
    withStore((store, { readIssued = async function* () {} }) => listInvoices({ store, output }, readIssued, options)),
  );
}

function parseYear(text: string): number {
  if (!/^\d{4}$/.test(text)) throw new InvalidArgumentError('Expected a year such as 2026.');
  return Number(text);
}

async function listInvoices(
  log: Log,
  readIssued: ReadIssued,
  { year, format }: { year?: number; format: Format },
): Promise<void> {
  const book = createInvoiceBook();
  const issued = createIssuedNumbers(readIssued);
  let unknown = 0;
  async function* rows() {
    try {
      for await (const event of replay(log)) {
        const invoice = book.apply(event);
        if (!invoice || (year !== undefined && invoice.year !== year)) continue;
        const taken = await issued.take(invoice, invoice.sequence);
        const written = taken.find(({ invoiceId }) => invoiceId === invoice.invoiceId);
        if (!written) unknown += 1;
        yield { ...invoice, vat: written?.vat };
      }
    } finally {
      await issued.close();
    }
  }
  const figure = (name: string, of: (amount: bigint, vat: bigint | undefined) => bigint | undefined) => ({
    name,
    width: 14,
    align: 'right' as const,
    of: ({ kind, amount, vat }: Numbered & { vat: bigint | undefined }) => {
      const minor = of(amount.amount, vat);
      return minor === undefined ? '' : toDecimal(money(kind === 'credit-note' ? -minor : minor, amount.currency));
    },
  });
  const count = await writeRows({ ...log, format }, rows(), [
    { name: 'Number', width: 15, cut: 'never', of: ({ number }) => number },
    { name: 'Date', width: 10, cut: 'never', of: ({ time }) => time.slice(0, 10) },
    { name: 'Customer', width: 36, cut: 'first', of: ({ customerId }) => customerId },
    { name: 'Order', width: 14, of: ({ order }) => order },
    { name: 'Credits', width: 15, of: ({ credits }) => credits },
    figure('Net', (amount, vat) => (vat === undefined ? undefined : amount - vat)),
    figure('VAT', (_amount, vat) => vat),
    figure('Gross', (amount) => amount),
    { name: 'Currency', width: 8, of: ({ amount }) => amount.currency },
  ]);
  if (count === 0) log.output.note('There are no invoices.');
  else if (unknown > 0) log.output.note(`The VAT of ${unknown} is not known here: it is written down in Postgres.`);
}
