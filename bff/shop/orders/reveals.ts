import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CodeLife, CodeReveal } from '#bff/contract/shop/order.ts';
import { deviceName } from '#bff/identity/sessions/device-name.ts';
import { originOf } from '#bff/identity/sessions/sessions.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { ExportColumn } from '#bff/kit/files/export-column.ts';
import { timeOrNull } from '#bff/kit/lib/present.ts';
import type { NoteCipher } from '#bff/kit/ports/crypto.ts';
import type { SealedText } from '#core/kernel/log/event.ts';
import type { OrderView } from '#projections/models/orders.ts';
import {
  type CodeView,
  exportOwnReveals,
  listOwnReveals,
  type RevealFilters,
  type RevealView,
} from '#projections/models/reveals.ts';

type Deps = Pick<BffDeps, 'database' | 'notes'>;

/** Reveals listed with an order, newest first. */
const MAX_LISTED_REVEALS = 50;
/** Rows that an export reads at a time. */
const EXPORT_CHUNK = 1_000;

/** When, to whom and from where the codes of an order were revealed, from the order's own events. */
export async function listReveals(
  { database, notes }: Deps,
  { orderId, customerId }: Pick<OrderView, 'orderId' | 'customerId'>,
): Promise<CodeReveal[]> {
  const { items } = await listOwnReveals(database, customerId, { orderId, perPage: MAX_LISTED_REVEALS });
  return Promise.all(items.map((reveal) => presentReveal(notes, customerId, reveal)));
}

const Origin = z.object({ device: z.string(), address: z.string() });
const NOWHERE = { device: null, address: null };

/** As sessions show it, sealed for the customer. */
export function sealedOrigin(notes: NoteCipher, customerId: string, request: FastifyRequest): Promise<SealedText> {
  const { userAgent, address } = originOf(request);
  const origin: z.output<typeof Origin> = { device: deviceName(userAgent), address };
  return notes.encrypt(customerId, JSON.stringify(origin));
}

export async function presentReveal(notes: NoteCipher, customerId: string, reveal: RevealView): Promise<CodeReveal> {
  const opened = reveal.origin === null ? undefined : await notes.decrypt(customerId, reveal.origin);
  return {
    id: reveal.id,
    order: { id: reveal.orderId, number: reveal.orderNumber },
    revealed_at: reveal.time.toISOString(),
    by: reveal.actorKind === 'api-key' ? 'api-key' : 'customer',
    codes_count: reveal.codes,
    ...(opened === undefined ? NOWHERE : Origin.parse(JSON.parse(opened))),
  };
}

export const presentCode = (code: CodeView): CodeLife => ({
  id: code.id,
  product_name: code.productName,
  last_four: code.lastFour,
  allocated_at: code.allocatedAt.toISOString(),
  reveals_count: code.reveals,
  first_revealed_at: timeOrNull(code.firstRevealedAt),
  last_revealed_at: timeOrNull(code.lastRevealedAt),
});

export const REVEAL_COLUMNS: readonly ExportColumn<CodeReveal>[] = [
  { title: 'Time (UTC)', width: 20, kind: 'time', value: ({ revealed_at }) => new Date(revealed_at) },
  { title: 'Order', width: 16, kind: 'text', value: ({ order }) => order.number },
  { title: 'Codes', width: 10, kind: 'decimal', value: ({ codes_count }) => String(codes_count) },
  { title: 'By', width: 12, kind: 'text', value: ({ by }) => (by === 'customer' ? 'Customer' : 'API key') },
  { title: 'Device', width: 24, kind: 'text', value: ({ device }) => device ?? '' },
  { title: 'Address', width: 20, kind: 'text', value: ({ address }) => address ?? '' },
];

/** All of them, chunk by chunk. */
export async function* revealPages(
  { database, notes }: Deps,
  customerId: string,
  filters: RevealFilters,
): AsyncGenerator<readonly CodeReveal[]> {
  for (let before: bigint | undefined; ; ) {
    const chunk = await exportOwnReveals(database, customerId, { ...filters, before, limit: EXPORT_CHUNK });
    yield await Promise.all(chunk.map((reveal) => presentReveal(notes, customerId, reveal)));
    before = chunk.at(-1)?.position;
    if (before === undefined) return;
  }
}
