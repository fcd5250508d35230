import { type Command, Option } from 'commander';
import { limit, withFormats } from '#core/cli/options.ts';
import { CliError, EXIT, type Output } from '#core/cli/output.ts';
import { type Log, replay } from '#core/cli/replay.ts';
import { amountFor, currencyColumns, type Format, writeRows } from '#core/cli/table.ts';
import type { Workplace } from '#core/cli/workplace.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import { formatMoney, money } from '#core/kernel/money/money.ts';
import { createImagination, type Difference } from './imagine.ts';
import { type OtherRules, parseLimits, parsePercent, parsePercentText, parseRates } from './rules.ts';

/** `json` and `csv` come with the format that they imply. */
type Flags = OtherRules & { readonly limit: number; readonly format: Format; json?: true; csv?: true };

const DEFAULT_SHOWN = 20;

/** `what-if`: the past under other rules. */
export function addWhatIf(program: Command, { withStore, output }: Workplace): void {
  const command = program
    .command('what-if')
    .description('replay the past under other rules: which orders and balances would be otherwise; writes nothing')
    .addOption(new Option('--credit-limit <currency=amount>', 'of every wallet: USD=5000').argParser(parseLimits))
    .addOption(new Option('--fee <percent>', 'conversion fee, of converted lines').argParser(parsePercent))
    .addOption(new Option('--deposit-fee <percent>', 'of what was approved').argParser(parsePercentText))
    .addOption(new Option('--discount <percent>', 'on every line').argParser(parsePercent))
    .addOption(
      new Option('--rate <currency=was:instead>', 'what a unit was worth, and what instead: EUR=1.10:1.20').argParser(
        parseRates,
      ),
    )
    .addOption(limit('show so many orders and wallets; all are counted').default(DEFAULT_SHOWN));
  const words = { json: 'one JSON object a line, all of them', csv: 'the orders, comma-separated, all of them' };
  withFormats(command, words).action(({ limit: most, format, json: _json, csv: _csv, ...rules }: Flags) => {
    if (Object.keys(rules).length === 0) {
      throw new CliError('Name a rule that is otherwise, e.g. --credit-limit USD=0. See --help.', EXIT.usage);
    }
    return withStore((store) => whatIf({ store, output }, rules, most, format));
  });
}

async function whatIf(log: Log, rules: OtherRules, most: number, format: Format): Promise<void> {
  const imagination = createImagination(rules);
  const counts = { refused: 0, accepted: 0, otherwise: 0 };
  let found = 0;
  async function* differences() {
    const note = (difference: Difference) => {
      counts[difference.instead === null ? 'refused' : difference.was === null ? 'accepted' : 'otherwise'] += 1;
      found += 1;
      return format === 'table' && found > most ? [] : [difference];
    };
    for await (const event of replay(log)) yield* imagination.apply(event).flatMap(note);
    yield* imagination.end().flatMap(note);
  }
  await writeOrders(log.output, format, differences());
  if (found > most && format === 'table') await log.output.line(`… and ${found - most} more`);
  if (format !== 'csv') await writeBalances(log.output, format, imagination.wallets(), most);
  const { refused, accepted, otherwise } = counts;
  log.output.note(
    `${unknown(imagination.unknownLines)}Orders not paid that were: ${refused}. Paid that were not: ${accepted}. Of another amount: ${otherwise}. Nothing was written.`,
  );
}

const unknown = (lines: number): string =>
  lines === 0
    ? ''
    : `${lines} converted lines of older orders do not say from which currency: they stay as they were. `;

async function writeOrders(output: Output, format: Format, differences: AsyncIterable<Difference>): Promise<void> {
  if (format === 'json') {
    for await (const { number: order, customerId: customer, ...amounts } of differences) {
      await output.line(JSON.stringify({ kind: 'order', order, customer, ...inJson(amounts) }));
    }
    return;
  }
  const shown: Difference[] = [];
  if (format === 'table') for await (const difference of differences) shown.push(difference);
  if (format === 'table' && shown.length === 0) return;
  const amountIn = (minor: bigint | null, currency: Currency) =>
    minor === null ? 'not paid' : amountFor(format)(money(minor, currency));
  await writeRows({ output, format }, format === 'table' ? shown : differences, [
    { name: 'Order', width: 12, of: ({ number }) => number },
    { name: 'Customer', width: 36, cut: 'first', of: ({ customerId }) => customerId },
    { name: 'In fact', width: 14, align: 'right', of: ({ was, currency }) => amountIn(was, currency) },
    { name: 'What if', width: 14, align: 'right', of: ({ instead, currency }) => amountIn(instead, currency) },
    ...currencyColumns<Difference>(format, ({ currency }) => currency),
  ]);
}

async function writeBalances(
  output: Output,
  format: Format,
  wallets: ReturnType<ReturnType<typeof createImagination>['wallets']>,
  most: number,
): Promise<void> {
  if (format === 'json') {
    for (const { walletId: wallet, customerId: customer, ...amounts } of wallets) {
      await output.line(JSON.stringify({ kind: 'wallet', wallet, customer, ...inJson(amounts) }));
    }
    return;
  }
  const all = [...wallets];
  if (all.length === 0) return;
  await output.line();
  const shown = (minor: bigint, currency: Currency) => formatMoney(money(minor, currency));
  await writeRows({ output, format }, all.slice(0, most), [
    { name: 'Customer', width: 36, cut: 'first', of: ({ customerId }) => customerId },
    { name: 'Wallet', width: 36, cut: 'first', of: ({ walletId }) => walletId },
    { name: 'Balance', width: 14, align: 'right', of: ({ was, currency }) => shown(was, currency) },
    { name: 'What if', width: 14, align: 'right', of: ({ instead, currency }) => shown(instead, currency) },
    {
      name: 'Difference',
      width: 14,
      align: 'right',
      of: ({ was, instead, currency }) => shown(instead - was, currency),
    },
  ]);
  if (all.length > most) await output.line(`… and ${all.length - most} more`);
}

type Imagined = { readonly currency: Currency; readonly was: bigint | null; readonly instead: bigint | null };

/** Null means not paid. */
function inJson({ currency, was, instead }: Imagined) {
  const decimal = (minor: bigint | null) => minor && minorToDecimal(minor, currency);
  return { currency, inFact: decimal(was), whatIf: decimal(instead) };
}
