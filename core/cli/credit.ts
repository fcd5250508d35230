import type { Command } from 'commander';
import { ledgerCodec } from '#core/aggregates/events.ts';
import { emptyIndex } from '#core/aggregates/wallet/append-only-index.ts';
import type { WalletEvent } from '#core/aggregates/wallet/events.ts';
import { applyWalletEvent } from '#core/aggregates/wallet/evolve.ts';
import type { OpenWallet } from '#core/aggregates/wallet/state.ts';
import { AGES, type CreditDay, creditOf, daysBetween, PACE_DAYS } from '#core/finance/credit/credit.ts';
import { money, toDecimal } from '#core/kernel/money/money.ts';
import { at, withFormats } from './options.ts';
import { type Log, replayStored } from './replay.ts';
import { type Format, writeRows } from './table.ts';
import type { Workplace } from './workplace.ts';

/** `credit`: who owes how much of their credit, since when, and how long it lasts. */
export function addCredit(program: Command, { withStore, output, clock }: Workplace): void {
  const command = program
    .command('credit')
    .description(`credit that is granted or drawn: its age, and how long it lasts at the pace of ${PACE_DAYS} days`)
    .addOption(at())
    .option('--all', 'also limits of which nothing is drawn');
  withFormats(command).action(({ at = clock(), all = false, format }: { at?: Date; all?: boolean; format: Format }) =>
    withStore((store) => credit({ store, output }, { until: at, all, format })),
  );
}

/** The keys in JSON. */
const AGE_KEYS = {
  '0-30': 'days0To30',
  '31-60': 'days31To60',
  '61-90': 'days61To90',
  '90+': 'daysOver90',
} as const satisfies Record<(typeof AGES)[number], string>;

const FIGURE = { width: 12, align: 'right' } as const;

type Debtor = { readonly wallet: OpenWallet; readonly days: CreditDay[] };

async function credit(
  log: Log,
  { until, all, format }: { readonly until: Date; readonly all: boolean; readonly format: Format },
): Promise<void> {
  const today = until.toISOString().slice(0, 10);
  const rows = [...(await readDebtors(log, until, today))]
    .map(({ wallet, days }) => ({ wallet, ...creditOf(days, wallet.creditLimit, today) }))
    .filter(({ wallet, used }) => used > 0n || (all && wallet.creditLimit > 0n))
    .sort((left, right) => (right.usedPermille ?? 0) - (left.usedPermille ?? 0));
  const figure = (name: string, of: (row: (typeof rows)[number]) => bigint, key?: string) => ({
    name,
    key,
    ...FIGURE,
    of: (row: (typeof rows)[number]) => toDecimal(money(of(row), row.wallet.currency)),
  });
  await writeRows({ ...log, format }, rows, [
    { name: 'Wallet', width: 36, of: ({ wallet }) => wallet.walletId },
    { name: 'Customer', width: 36, of: ({ wallet }) => wallet.customerId },
    { name: 'Currency', width: 8, of: ({ wallet }) => wallet.currency },
    figure('Limit', ({ wallet }) => wallet.creditLimit, 'creditLimit'),
    figure('Used', ({ used }) => used),
    {
      name: 'Used %',
      key: 'usedPercent',
      ...FIGURE,
      of: ({ usedPermille }) => (usedPermille === null ? '' : (usedPermille / 10).toFixed(1)),
    },
    figure('Waiting', ({ wallet }) => wallet.queue.reduce((sum, { amount }) => sum + amount.amount, 0n)),
    figure('Held', ({ wallet }) => wallet.held),
    ...AGES.map((age) => figure(age, ({ ages }) => ages[age], AGE_KEYS[age])),
    { name: 'Since', width: 10, of: ({ since }) => since ?? '' },
    { name: 'Days left', width: 9, align: 'right', of: ({ daysLeft }) => `${daysLeft ?? ''}` },
  ]);
  if (rows.length === 0) log.output.note(all ? 'Nobody has credit.' : 'Nobody has drawn credit.');
}

/** By wallet. What a wallet remembers of finished payments is dropped, because no command here needs it. */
async function readDebtors(log: Log, until: Date, today: string): Promise<Iterable<Debtor>> {
  const debtors = new Map<string, Debtor>();
  /** Wallets that have had a later event: what follows in the log builds on it, whatever its time. */
  const over = new Set<string>();
  for await (const stored of replayStored(log)) {
    if (!stored.streamId.startsWith('wallet-')) continue;
    const event = ledgerCodec.decode(stored);
    if (new Date(event.metadata.time) > until) over.add(event.streamId);
    if (over.has(event.streamId)) continue;
    const before = debtors.get(event.streamId);
    const wallet = applyWalletEvent(before?.wallet ?? null, event as WalletEvent);
    if (!wallet) continue;
    const days = noted(before?.days ?? [], wallet, event.metadata.time.slice(0, 10), today);
    debtors.set(event.streamId, { wallet: { ...wallet, applied: emptyIndex() }, days });
  }
  return debtors.values();
}

/**
 * Keeps only the closing balance of each day. It keeps the last of consecutive days without debt that are older than
 * the pace looks back.
 */
function noted(days: CreditDay[], { balance, held }: OpenWallet, day: string, today: string): CreditDay[] {
  const own = balance - held;
  const last = days.at(-1);
  const isFree = last !== undefined && last.own >= 0n && own >= 0n;
  if (last?.day === day || (isFree && daysBetween(day, today) >= PACE_DAYS)) days[days.length - 1] = { day, own };
  else if ((last?.own ?? 0n) !== own) days.push({ day, own });
  return days;
}
