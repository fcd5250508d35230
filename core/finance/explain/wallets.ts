import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { WalletEvent } from '#core/aggregates/wallet/events.ts';
import { applyWalletEvent } from '#core/aggregates/wallet/evolve.ts';
import { available } from '#core/aggregates/wallet/funds.ts';
import type { WalletState } from '#core/aggregates/wallet/state.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { type Money, money } from '#core/kernel/money/money.ts';
import { ledgerCodec } from '#core/ledger/codec.ts';
import type { KeptPapers } from './kept-papers.ts';
import { explainPaper, eyesOf, wordsOf } from './papers.ts';
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

/** A wallet's balance as the sum of its parts, with the newest movements of each and their papers. */
export async function explainWallet(
  store: EventStore,
  walletId: string,
  entries: number,
  kept: KeptPapers | undefined,
): Promise<ExplainNode | null> {
  const parts = new Map<(typeof PARTS)[number], Part>();
  const limits: RecordedLedgerEvent[] = [];
  let state: WalletState = null;
  for await (const stored of store.readStream(`wallet-${walletId}`)) {
    const event = ledgerCodec.decode(stored);
    const before: bigint = state?.balance ?? 0n;
    state = applyWalletEvent(state, event as WalletEvent);
    if (event.type === 'WalletCreditLimitSet') limits.splice(0, limits.length, event);
    const part = partOf(event);
    if (!part || !state) continue;
    const { total, count, newest } = parts.get(part) ?? { total: 0n, count: 0, newest: [] };
    parts.set(part, {
      total: total + state.balance - before,
      count: count + 1,
      newest: [event, ...newest].slice(0, entries),
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
      ...(await Promise.all(
        PARTS.flatMap((name) => {
          const part = parts.get(name);
          return part ? [explainPart({ store, kept }, name, part, of)] : [];
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
  { store, kept }: { readonly store: EventStore; readonly kept: KeptPapers | undefined },
  name: string,
  { total, count, newest }: Part,
  of: (amount: bigint) => Money,
): Promise<ExplainNode> {
  const children: ExplainNode[] = [];
  for (const event of newest) {
    if (!('document' in event.data && 'amount' in event.data)) continue;
    const paper = await explainPaper(store, event.data.document, kept);
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
