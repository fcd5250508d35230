import { createHash } from 'node:crypto';
import type { ServedOrder, StockAllocation, StockPort, StockRequest } from '#core/processes/ports.ts';

type Entry = {
  readonly request: StockRequest;
  status: 'waiting' | 'allocated' | 'released';
  codes: Map<string, string[]>;
};

export type InMemoryStock = StockPort & {
  add(variantId: string, codeIds: readonly string[]): void;
  /** Codes that orders have, by order. */
  sold(): ReadonlyMap<string, readonly string[]>;
};

/** The stock port in memory, for unit and model tests: it keeps the contract of the one on Postgres. */
export function createInMemoryStock(): InMemoryStock {
  const free = new Map<string, string[]>();
  const entries = new Map<string, Entry>();
  const unbooked = new Set<string>();

  const waitingInOrder = () =>
    [...entries.values()]
      .filter((entry) => entry.status === 'waiting')
      .sort((left, right) => (left.request.position < right.request.position ? -1 : 1));

  const missing = (entry: Entry) =>
    entry.request.lines.map((line) => ({
      ...line,
      quantity: line.quantity - (entry.codes.get(line.lineId)?.length ?? 0),
    }));

  function serve(entry: Entry): void {
    if (entry.status !== 'waiting') return;
    const earlier = waitingInOrder()
      .filter((other) => other.request.position < entry.request.position)
      .flatMap(missing);
    /** The codes on a shelf beyond those that waiting orders will take. */
    const leftOf = (variantId: string) =>
      (free.get(variantId)?.length ?? 0) -
      earlier.filter((line) => line.variantId === variantId).reduce((sum, line) => sum + line.quantity, 0);
    const wanted = new Map<string, number>();
    for (const { variantId, quantity } of missing(entry)) {
      wanted.set(variantId, (wanted.get(variantId) ?? 0) + quantity);
    }
    const isWhole = [...wanted].every(([variantId, quantity]) => quantity <= leftOf(variantId));
    if (!isWhole && !entry.request.inPart) return;
    for (const { lineId, variantId, quantity } of missing(entry)) {
      const shelf = free.get(variantId) ?? [];
      const count = Math.max(0, Math.min(quantity, leftOf(variantId)));
      if (count === 0) continue;
      entry.codes.set(lineId, [...(entry.codes.get(lineId) ?? []), ...shelf.splice(0, count)]);
      unbooked.add(entry.request.orderId);
    }
    if (isWhole) entry.status = 'allocated';
  }

  const countOf = (entry: Entry) => [...entry.codes.values()].reduce((sum, codes) => sum + codes.length, 0);
  const answer = (entry: Entry): StockAllocation =>
    countOf(entry) > 0 ? allocationOf(entry) : { status: 'waiting', orderId: entry.request.orderId };
  const putBack = (variantId: string, codes: readonly string[]) =>
    free.set(variantId, [...codes, ...(free.get(variantId) ?? [])]);

  return {
    add(variantId, codeIds) {
      free.set(variantId, [...(free.get(variantId) ?? []), ...codeIds]);
    },
    sold: () => new Map([...entries].map(([orderId, entry]) => [orderId, [...entry.codes.values()].flat()] as const)),
    async allocate(request) {
      const entry = entries.get(request.orderId) ?? { request, status: 'waiting', codes: new Map() };
      entries.set(request.orderId, entry);
      serve(entry);
      return answer(entry);
    },
    async confirmFulfilled(orderId) {
      unbooked.delete(orderId);
    },
    async confirmPartly(orderId, codes) {
      const entry = entries.get(orderId);
      if (entry && countOf(entry) === codes) unbooked.delete(orderId);
    },
    async releaseRest(orderId, booked) {
      const entry = entries.get(orderId);
      if (!entry) throw new Error(`Nothing was asked for order ${orderId}.`);
      for (const { lineId, variantId } of entry.request.lines) {
        const codes = entry.codes.get(lineId) ?? [];
        putBack(variantId, codes.splice(booked.get(lineId) ?? 0));
      }
      entry.status = 'released';
      unbooked.delete(orderId);
    },
    async release(orderId) {
      const entry: Entry = entries.get(orderId) ?? {
        request: { orderId, position: 0n, lines: [] },
        status: 'released',
        codes: new Map(),
      };
      entries.set(orderId, entry);
      for (const { lineId, variantId } of entry.request.lines) putBack(variantId, entry.codes.get(lineId) ?? []);
      entry.codes = new Map();
      entry.status = 'released';
      unbooked.delete(orderId);
    },
    async allocateWaiting(limit, except = []) {
      for (const entry of waitingInOrder()) serve(entry);
      return [...entries.values()]
        .filter(({ request }) => unbooked.has(request.orderId) && !except.includes(request.orderId))
        .slice(0, limit)
        .map(allocationOf);
    },
  };
}

function allocationOf(entry: Entry): ServedOrder {
  return {
    status: entry.status === 'allocated' ? 'allocated' : 'partly',
    orderId: entry.request.orderId,
    lines: [...entry.codes]
      .filter(([, codes]) => codes.length > 0)
      .map(([lineId, codes]) => ({
        lineId,
        quantity: codes.length,
        codesDigest: createHash('sha256')
          .update([...codes].sort().join('\n'))
          .digest('hex'),
      })),
  };
}
