import { randomUUID } from 'node:crypto';
import { ledgerCodec, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { OrderLine } from '#core/aggregates/order/events.ts';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { type Logger, silentLogger } from '#core/kernel/logger.ts';
import type { AppliedRate } from '#core/kernel/money/dated-rates.ts';
import { type Currency, money } from '#core/kernel/money/money.ts';
import { createInMemoryEventStore, type InMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import type { Ledger, LedgerCommand } from '#core/ledger/ledger.ts';
import { createLedger } from '#core/processes/create-ledger.ts';
import type { RatesPort } from '#core/processes/ports.ts';
import { createInMemoryStock, type InMemoryStock } from './in-memory-stock.ts';

export type TestLedger = {
  readonly store: InMemoryEventStore;
  readonly stock: InMemoryStock;
  readonly ledger: Ledger;
  /** Sends a command under a fresh id, as an administrator. */
  send(command: LedgerCommand, commandId?: string): ReturnType<Ledger['execute']>;
  events(streamId?: string): RecordedLedgerEvent[];
  types(streamId: string): string[];
};

/** A ledger in memory. */
export function createTestLedger(
  parts: { store?: InMemoryEventStore; stock?: InMemoryStock; rates?: RatesPort; logger?: Logger } = {},
): TestLedger {
  const store = parts.store ?? createInMemoryEventStore();
  const stock = parts.stock ?? createInMemoryStock();
  const { rates, logger = silentLogger } = parts;
  const ledger = createLedger({ store, stock, ...(rates && { rates }), clock: () => new Date(), logger });
  const events = (streamId?: string) =>
    store.events.filter((event) => streamId === undefined || event.streamId === streamId).map(ledgerCodec.decode);
  return {
    store,
    stock,
    ledger,
    events,
    types: (streamId) => events(streamId).map((event) => event.type),
    send: (command, commandId = randomUUID()) =>
      ledger.execute(command, {
        commandId,
        correlationId: commandId,
        actor: { kind: 'administrator', id: 'test' },
      }),
  };
}

export const usd = (minorUnits: bigint) => money(minorUnits, 'USD');

/** One line of `quantity` codes at `priceMinor` each, without discount or fee. */
export function orderLine(
  variantId: string,
  quantity: number,
  priceMinor: bigint,
  currency: Currency = 'USD',
): OrderLine {
  return {
    lineId: randomUUID(),
    productId: 'product-1',
    variantId,
    productName: 'Gift card',
    variantName: '10',
    brandName: 'Brand',
    region: 'Global',
    quantity,
    unitPrice: money(priceMinor, currency),
    discount: money(0n, currency),
    conversionFee: money(0n, currency),
    total: money(priceMinor * BigInt(quantity), currency),
  };
}

/** A wallet holding `minorUnits`, filled by an approved deposit. */
export async function fundedWallet(test: TestLedger, minorUnits: bigint, currency: Currency = 'USD'): Promise<string> {
  const walletId = randomUUID();
  await test.send({ type: 'OpenWallet', walletId, customerId: randomUUID(), currency });
  if (minorUnits > 0n) await approvedDeposit(test, walletId, minorUnits, currency);
  return walletId;
}

export async function requestedDeposit(
  test: TestLedger,
  walletId: string,
  minorUnits: bigint,
  currency: Currency = 'USD',
): Promise<string> {
  const depositId = randomUUID();
  await test.send({
    type: 'RequestDeposit',
    depositId,
    number: `DEP-${depositId.slice(0, 6)}`,
    customerId: randomUUID(),
    walletId,
    amount: money(minorUnits, currency),
    note: null,
  });
  return depositId;
}

export async function approvedDeposit(
  test: TestLedger,
  walletId: string,
  minorUnits: bigint,
  currency: Currency = 'USD',
): Promise<string> {
  const depositId = await requestedDeposit(test, walletId, minorUnits, currency);
  await test.send(approvalOf(depositId, money(minorUnits, currency)));
  return depositId;
}

export async function placedOrder(
  test: TestLedger,
  walletId: string,
  lines: OrderLine[],
  terms: { mayDeliverInPart?: boolean; rates?: AppliedRate[] | undefined } = {},
): Promise<string> {
  const orderId = randomUUID();
  await test.send({
    type: 'PlaceOrder',
    orderId,
    number: `ORD-${orderId.slice(0, 6)}`,
    customerId: randomUUID(),
    walletId,
    currency: lines[0]?.total.currency ?? 'USD',
    lines,
    placedAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-03T00:00:00.000Z',
    ...(terms.mayDeliverInPart && { mayDeliverInPart: true }),
    ...(terms.rates && { rates: terms.rates }),
  });
  return orderId;
}
