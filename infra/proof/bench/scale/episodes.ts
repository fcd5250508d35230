import { createHash, randomUUID } from 'node:crypto';
import type { OrderLine } from '#core/aggregates/order/events.ts';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { walletIdOf } from '#core/aggregates/wallet/wallet-id.ts';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { money } from '#core/kernel/money/money.ts';
import { createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import { createLedger } from '#core/processes/create-ledger.ts';
import type { StockPort } from '#core/processes/ports.ts';
import { createInMemoryStock } from '#core/testing/in-memory-stock.ts';
import { orderLine } from '#core/testing/test-ledger.ts';

/** What stands in a recorded episode in place of what each history has of its own. */
export const RECORDED = {
  time: '2020-02-02T02:02:02.000Z',
  expiresAt: '2020-02-02T03:02:02.000Z',
  number: 'RECORDED-1',
  customerId: randomUUID(),
  administratorId: randomUUID(),
} as const;
export const CURRENCY = 'USD';
const RECORDED_WALLET = walletIdOf(RECORDED.customerId, CURRENCY);

/** One paper from its first event to its last, or a customer until the first purchase: events as the product decides them. */
export type Episode = {
  readonly events: readonly StoredEvent[];
  /** What the wallet has more, or less, after it. */
  readonly change: bigint;
};

export type Goods = {
  readonly productId: string;
  readonly variantId: string;
  readonly name: string;
  readonly brand: string;
};
type Episodes = Readonly<Record<Kind, readonly Episode[]>>;
export type Kind =
  | 'customer'
  | 'credit'
  | 'deposit'
  | 'waiting-deposit'
  | 'deleted-deposit'
  | 'withdrawal'
  | 'waiting-withdrawal'
  | 'order'
  | 'shown-order'
  | 'waiting-order'
  | 'unpaid-order'
  | 'refunded-order';

/** Amounts of the deposits, in cents. */
const DEPOSITS = [50_000n, 100_000n, 250_000n, 500_000n];
const WITHDRAWAL = 5_000n;
/** The limit of those who buy on credit. */
export const CREDIT = 500_000n;
/** Different orders of each kind: the lines and amounts vary between them, and repeat beyond. */
const ORDERS = 240;
const FEW_ORDERS = 12;
const DIGEST = 'ab'.repeat(32);
const FIRST_PRICE = 500n;

/** Records each kind of episode by real commands of a ledger in memory. */
export async function recordEpisodes(goods: readonly Goods[]): Promise<Episodes> {
  const of = async (kind: Kind, count: number) => {
    const episodes: Episode[] = [];
    for (let index = 0; index < count; index += 1) episodes.push(await record(kind, index, goods));
    return episodes;
  };
  return {
    customer: await of('customer', 1),
    credit: await of('credit', 1),
    deposit: await of('deposit', DEPOSITS.length),
    'waiting-deposit': await of('waiting-deposit', 1),
    'deleted-deposit': await of('deleted-deposit', 1),
    withdrawal: await of('withdrawal', 1),
    'waiting-withdrawal': await of('waiting-withdrawal', 1),
    order: await of('order', ORDERS),
    'shown-order': await of('shown-order', ORDERS),
    'waiting-order': await of('waiting-order', FEW_ORDERS),
    'unpaid-order': await of('unpaid-order', FEW_ORDERS),
    'refunded-order': await of('refunded-order', FEW_ORDERS),
  };
}

/** In a ledger of its own: a customer, with money where the episode needs it, then the episode. */
async function record(kind: Kind, index: number, goods: readonly Goods[]): Promise<Episode> {
  const store = createInMemoryEventStore();
  // Nothing on the shelves: a paid order waits.
  const stock = kind === 'waiting-order' || kind === 'refunded-order' ? createInMemoryStock() : endlessStock;
  const clock = () => new Date(RECORDED.time);
  const ledger = createLedger({ store, stock, clock, logger: silentLogger });
  const { customerId, administratorId } = RECORDED;
  const sendAs = (actor: 'customer' | 'administrator') => async (command: LedgerCommand) => {
    const commandId = randomUUID();
    const id = actor === 'customer' ? customerId : administratorId;
    await ledger.execute(command, {
      commandId,
      correlationId: commandId,
      actor: { kind: actor, id },
      time: RECORDED.time,
    });
  };
  const [ask, decide] = [sendAs('customer'), sendAs('administrator')];
  const deposit = async (amount: bigint, state: 'approved' | 'waiting' | 'deleted') => {
    const depositId = randomUUID();
    const wanted = money(amount, CURRENCY);
    await ask({ type: 'RequestDeposit', depositId, ...document(), amount: wanted, note: null });
    await ask({ type: 'UploadProof', depositId, fileId: randomUUID(), sha256: DIGEST, contentType: 'application/pdf' });
    if (state === 'deleted') await ask({ type: 'DeleteDeposit', depositId });
    if (state !== 'approved') return;
    const fee = money(index % 3 === 0 ? 250n : 0n, CURRENCY);
    await decide({ type: 'ApproveDeposit', depositId, approvedAmount: wanted, fee, note: null, by: approver });
  };
  const order = async () => {
    const orderId = randomUUID();
    const { time: placedAt, expiresAt } = RECORDED;
    const lines = linesOf(index, goods);
    await ask({ type: 'PlaceOrder', orderId, ...document(), currency: CURRENCY, lines, placedAt, expiresAt });
    return orderId;
  };
  const withdraw = async (isDone: boolean) => {
    const withdrawalId = randomUUID();
    const amount = money(WITHDRAWAL, CURRENCY);
    const more = { bankSnapshotId: null, userNote: null, adminNote: null, requestedBy: 'customer' } as const;
    await ask({ type: 'RequestWithdrawal', withdrawalId, ...document(), amount, ...more });
    if (isDone)
      await decide({ type: 'CompleteWithdrawal', withdrawalId, note: null, by: approver, now: RECORDED.time });
  };

  await registered(ask, decide);
  if (kind === 'customer') return { events: store.events, change: 0n };
  if (!['deposit', 'credit', 'unpaid'].some((word) => kind.includes(word))) await deposit(MUCH, 'approved');
  const before = store.events.length;
  switch (kind) {
    case 'deposit':
      await deposit(DEPOSITS[index] ?? 0n, 'approved');
      break;
    case 'waiting-deposit':
      await deposit(DEPOSITS[index] ?? 0n, 'waiting');
      break;
    case 'deleted-deposit':
      await deposit(DEPOSITS[index] ?? 0n, 'deleted');
      break;
    case 'withdrawal':
    case 'waiting-withdrawal':
      await withdraw(kind === 'withdrawal');
      break;
    case 'credit':
      await decide({ type: 'SetCreditLimit', walletId: RECORDED_WALLET, limit: money(CREDIT, CURRENCY), by: approver });
      break;
    case 'shown-order':
      await ask({ type: 'RevealCodes', orderId: await order(), codes: 1 });
      break;
    case 'refunded-order':
      await decide({ type: 'CancelOrder', orderId: await order(), reason: 'administrator', note: null });
      break;
    default:
      await order();
  }
  const events = store.events.slice(before);
  return { events, change: events.reduce((sum, event) => sum + changeBy(event), 0n) };
}

/** Enough for any order, and a deposit that is not part of the episode. */
const MUCH = 100_000_000n;
const approver = { ...ALONE, id: RECORDED.administratorId };
const document = () => ({ number: RECORDED.number, customerId: RECORDED.customerId, walletId: RECORDED_WALLET });

type Send = (command: LedgerCommand) => Promise<void>;

async function registered(ask: Send, decide: Send): Promise<void> {
  const { customerId } = RECORDED;
  await ask({ type: 'RegisterCustomer', customerId });
  await ask({ type: 'VerifyEmail', customerId });
  await ask({ type: 'SaveCompanyDetails', customerId, isComplete: true });
  await ask({ type: 'AddDocument', customerId, documentId: randomUUID(), sha256: DIGEST });
  await ask({ type: 'RequestApproval', customerId });
  await decide({ type: 'ApproveCustomer', customerId, note: null });
}

/** One to three lines, of one to three pieces each. */
function linesOf(index: number, goods: readonly Goods[]): OrderLine[] {
  return Array.from({ length: 1 + (index % 3) }, (_, place) => {
    const at = (index * 7 + place * 31) % goods.length;
    const { productId, variantId, name, brand } = goods[at] as Goods;
    return {
      ...orderLine(variantId, 1 + ((index + place) % 3), FIRST_PRICE + BigInt(at) * 37n),
      productId,
      productName: name,
      variantName: `${at} USD`,
      brandName: brand,
      region: 'eu',
    };
  });
}

function changeBy({ type, data }: StoredEvent): bigint {
  const { amount } = data as { readonly amount?: { readonly amount: string } };
  const minor = BigInt(amount?.amount ?? 0);
  if (type === 'WalletCredited') return minor;
  return type === 'WalletDebited' || type === 'WalletFundsHeld' ? -minor : 0n;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Codes for every order: only their part in the ledger matters here. */
const endlessStock: StockPort = {
  allocate: async ({ orderId, lines }) => ({
    status: 'allocated',
    orderId,
    lines: lines.map(({ lineId, quantity }) => ({ lineId, quantity, codesDigest: sha256(lineId) })),
  }),
  confirmFulfilled: async () => {},
  confirmPartly: async () => {},
  releaseRest: async () => {},
  release: async () => {},
  allocateWaiting: async () => [],
};
