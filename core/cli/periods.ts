import { type Command, InvalidArgumentError } from 'commander';
import { findingsOf } from '../bank/reconciliation.ts';
import type { EventStore } from '../kernel/event-store.ts';
import { formatMoney, money } from '../kernel/money.ts';
import { ledgerCodec } from '../ledger-codec.ts';
import { closedThroughNow } from '../period/booked-on.ts';
import { PERIODS_ID, type PeriodTotals } from '../period/events.ts';
import { lastDayOf, MONTH, monthName, monthOf } from '../period/months.ts';
import { parseUntil } from './arguments.ts';
import { currenciesOf, groupWallets, readBooks, totalsIn } from './books.ts';
import { withFormats } from './options.ts';
import { CliError, EXIT, type Output } from './output.ts';
import { createRowWriter, type Format, timeFor } from './table.ts';
import type { WithPeriods } from './with-periods.ts';
import type { WithStore } from './with-store.ts';

type Parts = {
  readonly withStore: WithStore;
  readonly withPeriods: WithPeriods;
  readonly output: Output;
  readonly clock: () => Date;
};

/** `close`, `reopen` and `periods`: the months for which the books are closed. Each step is recorded. */
export function addPeriods(program: Command, { withStore, withPeriods, output, clock }: Parts): void {
  program
    .command('close')
    .description('close a month that is over: nothing is booked into it any more by value date')
    .argument('<month>', 'e.g. 2026-10; with it, every month before it', parseMonth)
    .option(
      '--open <reason>',
      'close it although points are open at the bank; they and the reason stay on record; no names of customers',
    )
    .action(async (month: string, { open: reason }: { open?: string }, { parent }: Command) => {
      if (parent?.opts<{ eventstore?: string }>().eventstore !== undefined) {
        throw new CliError('Months are closed in the configured store alone: leave --eventstore out.', EXIT.usage);
      }
      const [totals, closedThrough] = await withStore((store) =>
        Promise.all([totalsUntil(store, output, month), closedThroughNow(store)]),
      );
      const today = clock().toISOString().slice(0, 10);
      const { isChanged } = await withPeriods(async ({ execute, reconciliationsOn }) => {
        // What cannot be closed, or is closed, is answered by the ledger.
        const isOpen = month < monthOf(today) && (closedThrough === null || month > closedThrough);
        const points = isOpen ? (await reconciliationsOn(lastDayOf(month))).flatMap(findingsOf) : [];
        for (const point of points) output.note(point);
        if (points.length > 0 && reason === undefined) {
          throw new CliError(
            `${monthName(month)} has open points, so it was not closed: see \`ledger bank --at ${lastDayOf(month)}\`. With --open 'REASON' it is closed with them.`,
          );
        }
        const open = points.length > 0 && reason !== undefined ? { open: { points, reason } } : {};
        return execute({ type: 'ClosePeriod', month, today, totals, ...open });
      });
      await output.line(`${monthName(month)} ${isChanged ? 'is closed.' : 'was closed already.'}`);
      if (isChanged) for (const { debits } of totals) await output.line(`Debits and credits  ${formatMoney(debits)}`);
    });
  program
    .command('reopen')
    .description('open the last closed month again; the reason stays on record')
    .argument('<month>', 'e.g. 2026-10', parseMonth)
    .requiredOption('--reason <text>', 'why, for the audit trail; no names of customers')
    .action(async (month: string, { reason }: { reason: string }) => {
      await withPeriods(({ execute }) => execute({ type: 'ReopenPeriod', month, reason }));
      await output.line(`${monthName(month)} is open again.`);
    });
  const periods = program.command('periods').description('when months were closed and reopened, and by whom');
  withFormats(periods).action(({ format }: { format: Format }) =>
    withStore((store) => listPeriods(store, output, format)),
  );
}

function parseMonth(text: string): string {
  if (!MONTH.test(text)) throw new InvalidArgumentError('Expected a month such as 2026-10.');
  return text;
}

/** The totals of `trial-balance`. */
async function totalsUntil(store: EventStore, output: Output, month: string): Promise<PeriodTotals> {
  const books = groupWallets(await readBooks(store, output, parseUntil(lastDayOf(month)), 'value-date'));
  return currenciesOf(books).map((currency) => {
    const { debits, credits } = totalsIn(books, currency);
    return { debits: money(debits, currency), credits: money(credits, currency) };
  });
}

async function listPeriods(store: EventStore, output: Output, format: Format): Promise<void> {
  const writer = await createRowWriter(output, format, [
    { name: 'Time', width: 20 },
    { name: 'Month', width: 7 },
    { name: 'Step', width: 8 },
    { name: 'By', width: 36 },
    { name: 'Reason', width: 40 },
  ]);
  let steps = 0;
  for await (const stored of store.readStream(`period-${PERIODS_ID}`)) {
    const { type, data, metadata } = ledgerCodec.decode(stored);
    if (type !== 'PeriodClosed' && type !== 'PeriodReopened') continue;
    steps += 1;
    await writer.row([
      timeFor(format)(metadata.time),
      data.month,
      type === 'PeriodClosed' ? 'closed' : 'reopened',
      `${metadata.actor.kind} ${metadata.actor.id}`,
      type === 'PeriodReopened' ? data.reason : '',
    ]);
  }
  await writer.end();
  if (steps === 0) output.note('No month was closed yet.');
}
