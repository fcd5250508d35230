import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { emptyIndex } from '#core/aggregates/wallet/append-only-index.ts';
import type { WalletEvent } from '#core/aggregates/wallet/events.ts';
import { applyWalletEvent } from '#core/aggregates/wallet/evolve.ts';
import { available } from '#core/aggregates/wallet/funds.ts';
import type { Applied, OpenWallet, WalletState } from '#core/aggregates/wallet/state.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { type Money, money } from '#core/kernel/money/money.ts';
import { explainPaper, eyesOf, wordsOf } from './papers.ts';
import { newestOf, type Read, type Reading, type Standing } from './reading.ts';
import { type ExplainNode, stepOf } from './tree.ts';

const PARTS = [
  'Deposits',
  'Deposit fees',
  'Deposits taken back',
  'Orders',
  'Refunds',
  'Withdrawals',
  'Returned payouts',
] as const;
type Part = { readonly total: bigint; readonly count: number; readonly newest: readonly RecordedLedgerEvent[] };

/**
 * A wallet's balance as the sum of its parts, with the newest movements of each and their papers. Of a long wallet, what came before the newest
 * events is one sum.
 */
export async function explainWallet(reading: Reading, walletId: string): Promise<ExplainNode | null> {
  // It comes first: the events that are read then have all that it counts.
  const standing = (await reading.bounds?.standingOf(walletId)) ?? null;
  const { events, count } = await newestOf(reading, walletId);
  const [first] = events;
  if (!first) return null;
  const opening = first.revision > 0n ? openingOf(walletId, events, standing) : null;
  const parts = new Map<(typeof PARTS)[number], Part>();
  const limits: RecordedLedgerEvent[] = [];
  let state: WalletState = opening;
  for (const event of events) {
    const before: bigint = state?.balance ?? 0n;
    state = applyWalletEvent(state, event as WalletEvent);
    if (event.type === 'WalletCreditLimitSet') limits.splice(0, limits.length, event);
    const part = partOf(event);
    if (!part || !state) continue;
    const { total, count, newest } = parts.get(part) ?? { total: 0n, count: 0, newest: [] };
    parts.set(part, {
      total: total + state.balance - before,
      count: count + 1,
      newest: [event, ...newest].slice(0, reading.entries),
    });
  }
  if (!state) return null;
  const { currency, customerId, balance, held, creditLimit } = state;
  const of = (amount: bigint): Money => money(amount, currency);
  return {
    what: 'Balance',
    amount: of(balance),
    facts: { wallet: walletId, customer: customerId },
    children: [
      ...(opening ? [earlierNode(walletId, { events, count }, of(opening.balance))] : []),
      ...(await Promise.all(
        PARTS.flatMap((name) => {
          const part = parts.get(name);
          return part ? [explainPart(reading, name, part, of)] : [];
        }),
      )),
      {
        what: 'Available: balance − held + credit limit',
        amount: of(available(state)),
        children: [
          { what: 'Held for withdrawals', amount: of(held), children: [] },
          { what: 'Credit limit', amount: of(creditLimit), children: limits.map(limitNode) },
        ],
      },
    ],
  };
}

/**
 * The wallet before these events: as the read models have it, less what those of them did that the read models count.
 * @throws DomainError unavailable where the read models do not reach the first of them
 */
function openingOf(walletId: string, events: readonly RecordedLedgerEvent[], standing: Standing | null): OpenWallet {
  const first = events[0]?.position ?? 0n;
  if (!standing || standing.position < first) {
    throw new DomainError('unavailable', 'The lists are behind the ledger at the moment. Please try again soon.');
  }
  const { customerId, currency, creditLimit } = standing;
  const empty = { ...emptied(), walletId, customerId, currency, creditLimit };
  const moved = events
    .filter(({ position }) => position <= standing.position)
    .reduce((state: OpenWallet, event) => applyWalletEvent(state, event as WalletEvent) ?? state, empty);
  return { ...empty, balance: standing.balance - moved.balance, held: standing.held - moved.held };
}

const emptied = () => ({
  balance: 0n,
  held: 0n,
  proposedLimit: null,
  queue: [],
  holds: [],
  applied: emptyIndex<Applied>(),
});

function earlierNode(walletId: string, { events, count }: Read, amount: Money): ExplainNode {
  const [first] = events;
  return {
    what: `Earlier: ${first?.revision} events before ${first?.metadata.time.slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ')} UTC`,
    amount,
    facts: {
      why: `The wallet has ${count} events. The newest ${events.length} are explained here; what came before them is one sum.`,
      'all of them': `ledger explain wallet-${walletId}`,
    },
    children: [],
  };
}

const PART_OF = {
  deposit: 'Deposits',
  'deposit-fee': 'Deposit fees',
  'deposit-taken-back': 'Deposits taken back',
  order: 'Orders',
  refund: 'Refunds',
  'payout-returned': 'Returned payouts',
} as const;

function partOf(event: RecordedLedgerEvent): (typeof PARTS)[number] | undefined {
  if (event.type === 'WalletCredited' || event.type === 'WalletDebited') return PART_OF[event.data.reason];
  return event.type === 'WalletHoldCaptured' ? 'Withdrawals' : undefined;
}

async function explainPart(
  reading: Reading,
  name: string,
  { total, count, newest }: Part,
  of: (amount: bigint) => Money,
): Promise<ExplainNode> {
  const children: ExplainNode[] = [];
  for (const event of newest) {
    if (!('document' in event.data && 'amount' in event.data)) continue;
    const paper = await explainPaper(reading, event.data.document);
    children.push(
      stepOf(event, wordsOf(event.type), { amount: event.data.amount, children: paper ? [paper.node] : [] }),
    );
  }
  const earlier = count - newest.length;
  if (earlier > 0) children.push({ what: `and ${earlier} earlier`, children: [] });
  return { what: `${name}: ${count}`, amount: of(total), children };
}

const limitNode = (event: RecordedLedgerEvent): ExplainNode =>
  stepOf(event, 'Set', {
    ...(event.type === 'WalletCreditLimitSet'
      ? { amount: event.data.limit, children: eyesOf(event, event.data.firstApprovedBy) }
      : {}),
  });
