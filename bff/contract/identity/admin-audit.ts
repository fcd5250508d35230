import { z } from 'zod';
import {
  DateOnly,
  Money,
  named,
  PageQuery,
  pageOf,
  Timestamp,
  TimeZone,
  Uuid,
  withDaysInOrder,
} from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';

export const AuditSubjectKind = z.enum([
  'customer',
  'wallet',
  'deposit',
  'order',
  'withdrawal',
  'admin',
  'period',
  'suspense',
  'correction',
  'settings',
]);
export type AuditSubjectKind = z.infer<typeof AuditSubjectKind>;
const ActorKind = z.enum(['customer', 'administrator', 'api-key', 'finance', 'system']);

export const AuditActor = named('AuditActor', { kind: ActorKind, id: z.string(), name: z.string().nullable() });

export const AuditEntry = named('AuditEntry', {
  event_id: Uuid,
  /** The event's position in the log. */
  position: z.string(),
  subject: z.object({ kind: AuditSubjectKind, id: Uuid }),
  /** The event's revision in its stream. */
  revision: z.string(),
  type: z.string(),
  /** What happened, in a few words. */
  title: z.string(),
  /** One sentence in plain words. */
  summary: z.string(),
  occurred_at: Timestamp,
  actor: AuditActor,
  /** The product that it is about, beside its subject. */
  product: z.object({ id: Uuid, name: z.string() }).nullable(),
  correlation_id: z.string(),
  causation_id: z.string(),
  command_id: z.string(),
  hash: z.string(),
  /** The event's data; notes stay encrypted. */
  data: z.record(z.string(), z.unknown()),
  /** Lines that sum to zero, where money moved. */
  postings: z.array(z.object({ account: z.string(), amount: Money })),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditPage = pageOf(AuditEntry);
export type AuditPage = z.infer<typeof AuditPage>;

/** Objects that have a trail: those of the ledger, and those that administrators manage outside it. */
const AuditTrailKind = z.enum([
  ...AuditSubjectKind.options,
  'brand',
  'carousel',
  'product',
  'ticket',
  'document',
  'transactions',
]);

/** Brands and carousel images have numbers, everything else has a UUID. */
const AuditParams = z.object({ kind: AuditTrailKind, id: z.string().regex(/^[0-9a-zA-Z,-]{1,64}$/) });

const AuditSearchQuery = withDaysInOrder(
  PageQuery.extend({
    actor_id: z.string().max(64).optional(),
    actor_kind: ActorKind.optional(),
    subject_kind: AuditSubjectKind.optional(),
    type: z.string().max(100).optional(),
    correlation_id: z.string().max(100).optional(),
    start_date: DateOnly.optional(),
    end_date: DateOnly.optional(),
    time_zone: TimeZone.optional(),
  }),
);

const desk = routesFor({ auth: 'administrator', permission: 'audit:read', tag: 'Admin: audit' });

export const adminAuditRoutes = {
  searchAuditTrail: desk.get('/admin/audit', 'Everything that happened, newest first, filtered.', AuditPage, {
    query: AuditSearchQuery,
  }),
  getAuditTrail: desk.get(
    '/admin/audit/:kind/:id',
    'Everything that happened to one object, newest first.',
    AuditPage,
    { params: AuditParams, query: PageQuery },
  ),
};
