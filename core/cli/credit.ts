import { type Command, Option } from 'commander';
import { AGES, type CreditDay, creditOf, daysBetween, PACE_DAYS } from '../credit/credit.ts';
import type { EventStore } from '../kernel/event-store.ts';
import { type Currency, money, toDecimal } from '../kernel/money.ts';
import { ledgerCodec } from '../ledger-codec.ts';
import type { WalletEvent } from '../wallet/events.ts';
import { type FormatOptions, formatOf, parseUntil } from './arguments.ts';
import type { Output } from './output.ts';
import { replayStored } from './replay.ts';
import { createRowWriter, type Format } from './table.ts';
import type { WithStore } from './with-store.ts';

type Parts = {
  readonly withStore: WithStore;
  readonly output: Output;
  readonly clock: () => Date;
};

/** `credit`: who owes how much of their credit, since when, and how long it lasts. */
export function addCredit(program: Command, { withStore, output, clock }: Parts): void {
  program
    .command('credit')
    .description(`credit that is granted or drawn: its age, and how long it lasts at the pace of ${PACE_DAYS} days`)
    .addOption(new Option('--at <date>', 'as it stood at the end of this day').argParser(parseUntil))
    .option('--all', 'also limits of which nothing is drawn')
    .addOption(new Option('--json', 'one JSON object a line').conflicts('csv'))
    .option('--csv', 'comma-separated, safe to open in a spreadsheet')
    .action((options: FormatOptions & { at?: Date; all?: boolean }) =>
      withStore((store) =>
        credit(store, output, { until: options.at ?? clock(), all: options.all === true, format: formatOf(options) }),
      ),
    );
}

/** In JSON. */
const AGE_KEYS = {
  '0-30': 'days0To30',
  '31-60': 'days31To60',
  '61-90': 'days61To90',
  '90+': 'daysOver90',
} as const satisfies Record<(typeof AGES)[number], string>;

type Debtor = {
  readonly customerId: string;
  readonly currency: Currency;
  balance: bigint;
  held: bigint;
  limit: bigint;
  /** By reference: payments that wait for funds. */
  readonly queued: Map<string, bigint>;
  readonly days: CreditDay[];
};

async function credit(
  store: EventStore,
  output: Output,
  { until, all, format }: { readonly until: Date; readonly all: boolean; readonly format: Format },
): Promise<void> {
  const today = until.toISOString().slice(0, 10);
  const wallets = await readDebtors(store, output, until, today);
  const writer = await createRowWriter(output, format, [
    { name: 'Wallet', width: 36 },
    { name: 'Customer', width: 36 },
    { name: 'Currency', width: 8 },
    ...[
      ...[{ name: 'Limit' }, { name: 'Used' }, { name: 'Used %', key: 'usedPercent' }, { name: 'Waiting' }],
      ...[{ name: 'Held' }, ...AGES.map((name) => ({ name, key: AGE_KEYS[name] }))],
    ].map((column) => ({ ...column, width: 12, align: 'right' as const })),
    { name: 'Since', width: 10 },
    { name: 'Days left', width: 9, align: 'right' },
  ]);
  const rows = [...wallets]
    .map(([walletId, wallet]) => ({ walletId, wallet, ...creditOf(wallet.days, wallet.limit, today) }))
    .filter(({ wallet, used }) => used > 0n || (all && wallet.limit > 0n))
    .sort((left, right) => (right.usedPermille ?? 0) - (left.usedPermille ?? 0));
  for (const { walletId, wallet, used, usedPermille, ages, since, daysLeft } of rows) {
    const decimal = (minor: bigint) => toDecimal(money(minor, wallet.currency));
    await writer.row([
      ...[walletId, wallet.customerId, wallet.currency, decimal(wallet.limit), decimal(used)],
      usedPermille === null ? '' : (usedPermille / 10).toFixed(1),
      decimal([...wallet.queued.values()].reduce((sum, amount) => sum + amount, 0n)),
      decimal(wallet.held),
      ...AGES.map((age) => decimal(ages[age])),
      since ?? '',
      daysLeft === null ? '' : String(daysLeft),
    ]);
  }
  await writer.end();
  if (rows.length === 0) output.note(all ? 'Nobody has credit.' : 'Nobody has drawn credit.');
}

async function readDebtors(
  store: EventStore,
  output: Output,
  until: Date,
  today: string,
): Promise<Map<string, Debtor>> {
  const wallets = new Map<string, Debtor>();
  for await (const stored of replayStored(store, output)) {
    if (!stored.streamId.startsWith('wallet-')) continue;
    const event = ledgerCodec.decode(stored);
    if (new Date(event.metadata.time) > until) continue;
    const walletId = event.streamId.slice('wallet-'.length);
    if (event.type === 'WalletOpened') {
      const { customerId, currency } = event.data;
      const none = { balance: 0n, held: 0n, limit: 0n, queued: new Map(), days: [] };
      wallets.set(walletId, { customerId, currency, ...none });
    }
    const wallet = wallets.get(walletId);
    if (!wallet) continue;
    apply(wallet, event as WalletEvent);
    note(wallet, event.metadata.time.slice(0, 10), today);
  }
  return wallets;
}

function apply(wallet: Debtor, { type, data }: WalletEvent): void {
  switch (type) {
    case 'WalletCredited':
      wallet.balance += data.amount.amount;
      break;
    case 'WalletDebited':
      wallet.balance -= data.amount.amount;
      wallet.queued.delete(data.reference);
      break;
    case 'WalletPaymentQueued':
      wallet.queued.set(data.reference, data.amount.amount);
      break;
    case 'WalletPaymentCancelled':
      wallet.queued.delete(data.reference);
      break;
    case 'WalletFundsHeld':
      wallet.held += data.amount.amount;
      break;
    case 'WalletHoldCaptured':
      wallet.balance -= data.amount.amount;
      wallet.held -= data.amount.amount;
      break;
    case 'WalletHoldReleased':
      wallet.held -= data.amount.amount;
      break;
    case 'WalletCreditLimitSet':
      wallet.limit = data.limit.amount;
      break;
    default:
    // The opening and limits that wait for a second administrator move nothing.
  }
}

/**
 * A day a wallet is all that is kept: what it ended with; and of days in a row without debt that are older than the pace looks back, the
 * last.
 */
function note({ days, balance, held }: Debtor, day: string, today: string): void {
  const own = balance - held;
  const last = days.at(-1);
  const isFree = last !== undefined && last.own >= 0n && own >= 0n;
  if (last?.day === day || (isFree && daysBetween(day, today) >= PACE_DAYS)) days[days.length - 1] = { day, own };
  else if ((last?.own ?? 0n) !== own) days.push({ day, own });
}
