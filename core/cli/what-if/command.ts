import { type Command, Option } from 'commander';
import type { Currency } from '../../kernel/currencies.ts';
import { minorToDecimal } from '../../kernel/decimals.ts';
import type { EventStore } from '../../kernel/event-store.ts';
import { formatMoney, money } from '../../kernel/money.ts';
import { type FormatOptions, formatOf, parseLimit } from '../arguments.ts';
import { CliError, EXIT, type Output } from '../output.ts';
import { replay } from '../replay.ts';
import { amountFor, createRowWriter, currencyColumns, type Format } from '../table.ts';
import type { WithStore } from '../with-store.ts';
import { createImagination, type Difference } from './imagine.ts';
import { type OtherRules, parseLimits, parsePercent, parsePercentText, parseRates } from './rules.ts';

type Flags = OtherRules & FormatOptions & { readonly limit: number };

const DEFAULT_SHOWN = 20;

/** `what-if`: the past by other rules. */
export function addWhatIf(program: Command, { withStore, output }: { withStore: WithStore; output: Output }): void {
  program
    .command('what-if')
    .description('replay the past under other rules: which orders and balances would be otherwise; writes nothing')
    .addOption(new Option('--credit-limit <currency=amount>', 'of every wallet: USD=5000').argParser(parseLimits))
    .addOption(new Option('--fee <percent>', 'conversion fee, of lines that had one').argParser(parsePercent))
    .addOption(new Option('--deposit-fee <percent>', 'of what was approved').argParser(parsePercentText))
    .addOption(new Option('--discount <percent>', 'on every line').argParser(parsePercent))
    .addOption(
      new Option('--rate <currency=was:instead>', 'what a unit was worth, and what instead: EUR=1.10:1.20').argParser(
        parseRates,
      ),
    )
    .addOption(
      new Option('--limit <number>', 'show so many orders and wallets; all are counted')
        .argParser(parseLimit)
        .default(DEFAULT_SHOWN),
    )
    .addOption(new Option('--json', 'one JSON object a line, all of them').conflicts('csv'))
    .addOption(new Option('--csv', 'the orders, comma-separated, all of them'))
    .action((flags: Flags) => withStore((store) => whatIf(store, output, flags)));
}

async function whatIf(store: EventStore, output: Output, { limit, json, csv, ...rules }: Flags): Promise<void> {
  if (Object.keys(rules).length === 0) {
    throw new CliError('Name a rule that is otherwise, e.g. --credit-limit USD=0. See --help.', EXIT.usage);
  }
  const imagination = createImagination(rules);
  const format = formatOf({ ...(json ? { json } : {}), ...(csv ? { csv } : {}) });
  const writer = await writerOf(output, format);
  const counts = { refused: 0, accepted: 0, otherwise: 0 };
  let shown = 0;
  const note = async (difference: Difference) => {
    counts[difference.instead === null ? 'refused' : difference.was === null ? 'accepted' : 'otherwise'] += 1;
    if (format !== 'table' || shown < limit) await writer.row(difference);
    shown += 1;
  };
  for await (const event of replay(store, output)) {
    for (const difference of imagination.apply(event)) await note(difference);
  }
  for (const difference of imagination.end()) await note(difference);
  if (shown > 0 || format !== 'table') await writer.end();
  if (shown > limit && format === 'table') await output.line(`… and ${shown - limit} more`);
  if (format !== 'csv') await writeBalances(output, format, imagination.wallets(), limit);
  const { refused, accepted, otherwise } = counts;
  output.note(
    `Orders not paid that were: ${refused}. Paid that were not: ${accepted}. Of another amount: ${otherwise}. Nothing was written.`,
  );
}

async function writerOf(output: Output, format: Format) {
  if (format === 'json') {
    return {
      row: (difference: Difference) => output.line(jsonOf('order', difference)),
      end: async () => {},
    };
  }
  const rows = await createRowWriter(output, format, [
    { name: 'Order', width: 12 },
    { name: 'Customer', width: 36, cut: 'first' },
    { name: 'In fact', width: 14, align: 'right' },
    { name: 'What if', width: 14, align: 'right' },
    ...currencyColumns(format),
  ]);
  const amount = amountFor(format);
  const shown = (minor: bigint | null, currency: Currency) =>
    minor === null ? 'not paid' : amount(money(minor, currency));
  return {
    row: ({ number, customerId, currency, was, instead }: Difference) =>
      rows.row([number, customerId, shown(was, currency), shown(instead, currency), currency]),
    end: () => rows.end(),
  };
}

async function writeBalances(
  output: Output,
  format: Format,
  wallets: ReturnType<ReturnType<typeof createImagination>['wallets']>,
  limit: number,
): Promise<void> {
  if (format === 'json') {
    for (const wallet of wallets) await output.line(jsonOf('wallet', wallet));
    return;
  }
  const all = [...wallets];
  if (all.length === 0) return;
  await output.line();
  const rows = await createRowWriter(output, format, [
    { name: 'Customer', width: 36, cut: 'first' },
    { name: 'Wallet', width: 36, cut: 'first' },
    { name: 'Balance', width: 14, align: 'right' },
    { name: 'What if', width: 14, align: 'right' },
    { name: 'Difference', width: 14, align: 'right' },
  ]);
  for (const { customerId, walletId, currency, was, instead } of all.slice(0, limit)) {
    const amounts = [was, instead, instead - was].map((amount) => formatMoney(money(amount, currency)));
    await rows.row([customerId, walletId, ...amounts]);
  }
  await rows.end();
  if (all.length > limit) await output.line(`… and ${all.length - limit} more`);
}

const jsonOf = (kind: 'order' | 'wallet', value: { readonly currency: Currency }): string =>
  JSON.stringify({ kind, ...value }, (_key, inner) =>
    typeof inner === 'bigint' ? minorToDecimal(inner, value.currency) : inner,
  );
