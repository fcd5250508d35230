import { type Command, InvalidArgumentError } from 'commander';
import type { VatReturn } from '#bff/contract/money/admin-vat-routes.ts';
import { MONTH } from '#core/aggregates/period/months.ts';
import { withFormats } from '#core/cli/options.ts';
import { CliError, EXIT, type Output } from '#core/cli/output.ts';
import { type Format, writeRows } from '#core/cli/table.ts';
import type { Workplace } from '#core/cli/workplace.ts';
import type { Databases } from './databases.ts';

type Options = {
  readonly from: string;
  readonly to?: string;
  readonly reverseCharges?: boolean;
  readonly format: Format;
};

/** `vat`: the VAT return of months by treatment, or the list of reverse charges. It needs Postgres. */
export function addVat(program: Command, { withReports, output }: Workplace & Databases): void {
  const command = program
    .command('vat')
    .description('the VAT return of months by treatment, in the currency in which the seller pays VAT')
    .requiredOption('--from <month>', 'the first month, e.g. 2026-10', parseMonth)
    .option('--to <month>', 'the last month; the first alone without it', parseMonth)
    .option('--reverse-charges', 'the list of reverse charges by VAT id in its place');
  withFormats(command).action(async ({ from, to = from, reverseCharges = false, format }: Options) => {
    if (to < from) throw new CliError('--to is before --from.', EXIT.usage);
    const found = await withReports(({ vatReturnOf }) => vatReturnOf({ from, to }));
    await (reverseCharges ? printCharges(found, output, format) : printLines(found, output, format));
    for (const note of notesOf(found)) output.note(note);
    if (found.unwritten > 0 || found.unconverted > 0) throw new CliError('The return is not whole.');
  });
}

function parseMonth(text: string): string {
  if (!MONTH.test(text)) throw new InvalidArgumentError('Expected a month such as 2026-10.');
  return text;
}

const FIGURE = { width: 16, align: 'right' } as const;

const printLines = ({ lines, currency }: VatReturn, output: Output, format: Format) =>
  writeRows({ output, format }, lines, [
    { name: 'What', width: 58, of: ({ title }) => title },
    { name: 'Rate %', width: 6, align: 'right', of: ({ percent }) => percent ?? '' },
    { name: 'Invoices', width: 8, align: 'right', of: ({ invoices }) => `${invoices}` },
    { name: 'Credit notes', width: 12, align: 'right', of: ({ credit_notes }) => `${credit_notes}` },
    { name: 'Net', ...FIGURE, of: ({ net }) => net.decimal },
    { name: 'VAT', ...FIGURE, of: ({ vat }) => vat.decimal },
    { name: 'Currency', width: 8, of: () => currency },
  ]);

const printCharges = ({ reverse_charges, currency }: VatReturn, output: Output, format: Format) =>
  writeRows({ output, format }, reverse_charges, [
    { name: 'Country', width: 7, of: ({ country }) => country ?? '' },
    { name: 'VAT id', width: 16, of: ({ vat_id }) => vat_id ?? 'erased' },
    { name: 'Net', ...FIGURE, of: ({ net }) => net.decimal },
    { name: 'Currency', width: 8, of: () => currency },
  ]);

function notesOf({ unwritten, unconverted, converted_now }: VatReturn): string[] {
  return [
    ...(unwritten > 0 ? [`${unwritten} invoices are not written down yet: start the store, and run it again.`] : []),
    ...(unconverted > 0 ? [`${unconverted} invoices have no exchange rate of their day.`] : []),
    ...(converted_now > 0
      ? [`${converted_now} invoices of before were converted now, by the rates of their days.`]
      : []),
  ];
}
