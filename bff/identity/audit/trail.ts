import { z } from 'zod';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { AuditEntry, AuditPage } from '#bff/contract/identity/admin-audit.ts';
import { pageMeta } from '#bff/kit/lib/present.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { type Category, type LedgerEvent, ledgerCodec, ledgerEvents } from '#core/aggregates/events.ts';
import { SealedText } from '#core/kernel/log/event.ts';
import { Postings } from '#core/kernel/money/postings.ts';
import {
  type AuditEvent,
  type AuditFilters,
  countAuditEvents,
  listAuditEvents,
} from '#projections/models/audit-trail.ts';
import { type ActorNames, namesOf } from './actor-names.ts';
import { productNames } from './product-names.ts';
import type { Sentence } from './sentence.ts';
import { describeEvent, titleOfType } from './sentences.ts';

/**
 * A numbered page of the trail, newest first. It is counted and paged up to a limit, because a deeper page would scan
 * everything before it. Filters reach the rest.
 */
export async function auditPage(
  database: Queryable,
  filters: AuditFilters,
  request: { readonly page: number; readonly per_page: number },
): Promise<AuditPage> {
  const counted = await countAuditEvents(database, filters);
  const offset = (request.page - 1) * request.per_page;
  const { items } =
    offset >= counted.total
      ? { items: [] }
      : await listAuditEvents(database, { ...filters, limit: request.per_page, offset });
  const data = await presentEvents(database, items);
  return { data, meta: pageMeta({ page: request.page, perPage: request.per_page, ...counted, items }) };
}

/** Entries that are read at a time. */
const CHUNK = 100;

/** The whole trail, newest first, however long it is. */
export async function* wholeTrail(database: Queryable, filters: AuditFilters): AsyncGenerator<readonly AuditEntry[]> {
  for (let before: bigint | undefined; ; ) {
    const { items, next } = await listAuditEvents(database, { ...filters, before, limit: CHUNK });
    yield await presentEvents(database, items);
    if (next === null) return;
    before = next;
  }
}

async function presentEvents(database: Queryable, items: readonly AuditEvent[]): Promise<AuditEntry[]> {
  const nameOf = await namesOf(
    database,
    items.map((event) => ({ kind: event.actorKind, id: event.actorId })),
  );
  const productsOf = await productNames(
    database,
    items.flatMap((event) => productOf(event) ?? []),
  );
  return items.map((event) => presentEvent(event, nameOf, productsOf));
}

/** Notes inside the event's data stay sealed. */
function presentEvent(event: AuditEvent, nameOf: ActorNames, products: ReadonlyMap<string, string>): AuditEntry {
  const productId = productOf(event);
  const name = productId && products.get(productId);
  const { title, summary } = sentenceOf(event);
  return {
    event_id: event.eventId,
    position: event.position.toString(),
    subject: { kind: event.category satisfies Category, id: event.objectId },
    revision: event.revision.toString(),
    type: event.type,
    title,
    summary: name ? summary.replaceAll(`product ${productId}`, name) : summary,
    occurred_at: event.time.toISOString(),
    actor: { kind: event.actorKind, id: event.actorId, name: nameOf(event.actorKind, event.actorId) },
    product: name ? { id: productId, name } : null,
    correlation_id: event.correlationId,
    causation_id: event.causationId,
    command_id: event.commandId,
    hash: event.hash,
    data: withoutSealedText(event.data),
    postings: postingsOf(event),
  };
}

/** The type's own words. An event of a form that is no longer known has only its name and its data. */
function sentenceOf(event: AuditEvent): Sentence {
  const data = ledgerCodec.parse(event.type, event.data);
  if (data === undefined) return { title: titleOfType(event.type), summary: '' };
  return describeEvent({ type: event.type, data } as LedgerEvent);
}

function productOf({ data }: AuditEvent): string | undefined {
  const about = AboutProduct.safeParse(data).data;
  return about && ('productId' in about ? about.productId : about.subject.id);
}
const AboutProduct = z.union([
  z.object({ productId: z.uuid() }),
  z.object({ subject: z.object({ kind: z.literal('product'), id: z.uuid() }) }),
]);

function postingsOf(event: AuditEvent): AuditEntry['postings'] {
  if (event.data.postings === undefined) return [];
  return Postings.parse(event.data.postings).map(({ account, amount }) => ({
    account,
    amount: minorJson(amount.amount, amount.currency),
  }));
}

/** Notes stay ciphertext, which says nothing to a reader. The entry shows that there is one. */
const SEALED_FIELDS: ReadonlySet<string> = new Set(Object.values(ledgerEvents).flatMap((schema) => sealedIn(schema)));

/** The names of the sealed fields at whatever depth; `field` is that of the schema. */
function sealedIn(schema: z.core.$ZodType, field = ''): string[] {
  if (schema === SealedText) return [field];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return sealedIn(schema.unwrap(), field);
  if (schema instanceof z.ZodArray) return sealedIn(schema.element, field);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, each]) => sealedIn(each, name));
}

function withoutSealedText(data: AuditEvent['data']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([field, value]) => [field, withoutSealed(value, field)]));
}
function withoutSealed(value: unknown, field: string): unknown {
  if (typeof value === 'string') return SEALED_FIELDS.has(field) ? '(sealed)' : value;
  if (Array.isArray(value)) return value.map((each) => withoutSealed(each, field));
  return value !== null && typeof value === 'object' ? withoutSealedText(value as AuditEvent['data']) : value;
}
