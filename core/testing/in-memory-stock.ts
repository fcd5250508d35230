import { createHash } from 'node:crypto';
import type { StockAllocation, StockPort, StockRequest } from '../processes/ports.ts';

type Allocated = Extract<StockAllocation, { status: 'allocated' }>;
type Entry = {
  readonly request: StockRequest;
  status: 'waiting' | 'allocated' | 'released';
  codes: Map<string, string[]>;
};

export type InMemoryStock = StockPort & {
  add(variantId: string, codeIds: readonly string[]): void;
  /** Codes in the hands of an order, by order. */
  sold(): ReadonlyMap<string, readonly string[]>;
};

/** The stock port in memory, for unit and model tests: the same promises as the one on Postgres. */
export function createInMemoryStock(): InMemoryStock {
  const free = new Map<string, string[]>();
  const entries = new Map<string, Entry>();
  const confirmed = new Set<string>();

  const waitingInOrder = () =>
    [...entries.values()]
      .filter((entry) => entry.status === 'waiting')
      .sort((left, right) => (left.request.position < right.request.position ? -1 : 1));

  function serve(entry: Entry): void {
    if (entry.status !== 'waiting') return;
    const wanted = new Map<string, number>();
    for (const { variantId, quantity } of entry.request.lines) {
      wanted.set(variantId, (wanted.get(variantId) ?? 0) + quantity);
    }
    const earlier = waitingInOrder().filter((other) => other.request.position < entry.request.position);
    for (const [variantId, quantity] of wanted) {
      const promised = earlier
        .flatMap((other) => other.request.lines)
        .filter((line) => line.variantId === variantId)
        .reduce((sum, line) => sum + line.quantity, 0);
      if ((free.get(variantId)?.length ?? 0) < quantity + promised) return;
    }
    for (const { lineId, variantId, quantity } of entry.request.lines) {
      entry.codes.set(lineId, (free.get(variantId) ?? []).splice(0, quantity));
    }
    entry.status = 'allocated';
  }

  const answer = (entry: Entry): StockAllocation =>
    entry.status === 'allocated' ? allocationOf(entry) : { status: 'waiting', orderId: entry.request.orderId };

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
      confirmed.add(orderId);
    },
    async release(orderId) {
      const entry = entries.get(orderId) ?? {
        request: { orderId, position: 0n, lines: [] },
        status: 'released',
        codes: new Map(),
      };
      entries.set(orderId, entry);
      for (const { lineId, variantId } of entry.request.lines) {
        free.set(variantId, [...(entry.codes.get(lineId) ?? []), ...(free.get(variantId) ?? [])]);
      }
      entry.codes = new Map();
      entry.status = 'released';
    },
    async allocateWaiting(limit) {
      for (const entry of waitingInOrder()) serve(entry);
      return [...entries.values()]
        .filter((entry) => entry.status === 'allocated' && !confirmed.has(entry.request.orderId))
        .slice(0, limit)
        .map(allocationOf);
    },
  };
}

function allocationOf(entry: Entry): Allocated {
  return {
    status: 'allocated',
    orderId: entry.request.orderId,
    lines: entry.request.lines.map(({ lineId, quantity }) => ({
      lineId,
      quantity,
      codesDigest: createHash('sha256')
        .update([...(entry.codes.get(lineId) ?? [])].sort().join('\n'))
        .digest('hex'),
    })),
  };
}
