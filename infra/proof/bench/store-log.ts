import { createHash, randomUUID } from 'node:crypto';
import type { OrderLine } from '#core/aggregates/order/events.ts';
import type { Actor } from '#core/kernel/log/event.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { money } from '#core/kernel/money/money.ts';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import { createLedger } from '#core/processes/create-ledger.ts';
import type { StockPort } from '#core/processes/ports.ts';
import { orderLine } from '#core/testing/test-ledger.ts';
import { drive } from './measure.ts';

/** More than the commands in flight: a customer's actions run one after the other. */
const CUSTOMERS = 1_000;
const IN_FLIGHT = 256;
/** Room for every wallet's state at once: customers take turns, so with less room no state would be found. */
const CACHE_BYTES = 512 * 1024 * 1024;
/** Of every ten documents three are deposits, six are orders and one is a withdrawal: this many events on average. */
const EVENTS_PER_DOCUMENT = 4.9;
const FIRST_DAY = Date.parse('2025-01-01T00:00:00Z');
const YEAR_MS = 365 * 86_400_000;

type Customer = { readonly customerId: string; readonly walletId: string };
/** The actions at one moment of the year. */
type Moment = { readonly time: string; send(actor: Actor, command: LedgerCommand): Promise<void> };

/**
 * Writes a year of a store, of about this many events, by commands and the steps that follow: deposits that are proven,
 * approved and credited, orders that are paid, delivered and looked at, withdrawals that are held and paid out.
 */
export async function fillStoreLog(store: EventStore, events: number, people = CUSTOMERS): Promise<void> {
  const limits = { cacheBytes: CACHE_BYTES };
  const ledger = createLedger({ store, stock: endlessStock, clock: () => new Date(), logger: silentLogger, limits });
  const customers = Array.from({ length: people }, () => ({ customerId: randomUUID(), walletId: randomUUID() }));
  const documents = Math.max(people, Math.ceil(events / EVENTS_PER_DOCUMENT));

  const momentOf = (index: number): Moment => {
    const time = new Date(FIRST_DAY + Math.floor((index / documents) * YEAR_MS)).toISOString();
    return {
      time,
      send: async (actor, command) => {
        const commandId = randomUUID();
        await ledger.execute(command, { commandId, correlationId: commandId, actor, time });
      },
    };
  };

  await drive(people, IN_FLIGHT, (index) => {
    const { customerId, walletId } = customerAt(customers, index);
    return momentOf(0).send(customerActor(customerId), { type: 'OpenWallet', walletId, customerId, currency: 'USD' });
  });
  await drive(documents, IN_FLIGHT, (index) => {
    const round = Math.floor(index / people);
    const customer = customerAt(customers, index);
    const number = String(index + 1).padStart(6, '0');
    // Each customer begins with a deposit, and makes far more of them than orders and withdrawals spend.
    const kind = round === 0 ? 0 : (round + 7 * index) % 10;
    if (kind % 4 === 0) return deposit(customer, number, momentOf(index));
    return kind === 9 ? withdrawal(customer, number, momentOf(index)) : order(customer, number, momentOf(index));
  });
}

function customerAt(customers: readonly Customer[], index: number): Customer {
  const customer = customers[index % customers.length];
  if (!customer) throw new Error('There is no customer.');
  return customer;
}

const customerActor = (id: string): Actor => ({ kind: 'customer', id });
const ADMINISTRATOR: Actor = { kind: 'administrator', id: randomUUID() };
const ALONE = { id: ADMINISTRATOR.id, aloneUpTo: null };

async function deposit({ customerId, walletId }: Customer, number: string, { send }: Moment): Promise<void> {
  const depositId = randomUUID();
  const amount = money(100_000n + BigInt(Number(number) % 97), 'USD');
  await send(customerActor(customerId), {
    type: 'RequestDeposit',
    depositId,
    number: `DEP-${number}`,
    customerId,
    walletId,
    amount,
    note: null,
  });
  await send(customerActor(customerId), {
    type: 'UploadProof',
    depositId,
    fileId: randomUUID(),
    sha256: sha256(depositId),
    contentType: 'application/pdf',
  });
  await send(ADMINISTRATOR, {
    type: 'ApproveDeposit',
    depositId,
    approvedAmount: amount,
    fee: money(Number(number) % 3 === 0 ? 250n : 0n, 'USD'),
    note: null,
    by: ALONE,
  });
}

async function order({ customerId, walletId }: Customer, number: string, { send, time }: Moment): Promise<void> {
  const orderId = randomUUID();
  await send(customerActor(customerId), {
    type: 'PlaceOrder',
    orderId,
    number: `ORD-${number}`,
    customerId,
    walletId,
    currency: 'USD',
    lines: Array.from({ length: 1 + (Number(number) % 3) }, (_, index) => line(Number(number) + index)),
    placedAt: time,
    expiresAt: new Date(Date.parse(time) + 3_600_000).toISOString(),
  });
  await send(customerActor(customerId), { type: 'RevealCodes', orderId, codes: 1 });
}

function line(seed: number): OrderLine {
  const product = seed % 40;
  return {
    ...orderLine(`variant-${product}`, 2, 1_000n + BigInt(product) * 100n),
    productId: `product-${product}`,
    productName: `Gift card ${product}`,
    variantName: `${10 + product} USD`,
    brandName: `Brand ${product % 12}`,
  };
}

async function withdrawal({ customerId, walletId }: Customer, number: string, { send }: Moment): Promise<void> {
  const withdrawalId = randomUUID();
  await send(customerActor(customerId), {
    type: 'RequestWithdrawal',
    withdrawalId,
    number: `WDR-${number}`,
    customerId,
    walletId,
    amount: money(5_000n, 'USD'),
    requestedBy: 'customer',
    bankSnapshotId: randomUUID(),
    userNote: null,
    adminNote: null,
  });
  await send(ADMINISTRATOR, {
    type: 'CompleteWithdrawal',
    withdrawalId,
    note: null,
    by: ALONE,
    now: new Date().toISOString(),
  });
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Codes for every order: only their part in the ledger matters here. */
export const endlessStock: StockPort = {
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
