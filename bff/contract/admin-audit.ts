import { z } from 'zod';
import { DateOnly, Money, PageQuery, pageOf, Timestamp, Uuid, withDaysInOrder } from './common.ts';

export const AuditSubjectKind = z.enum([
  'customer',
  'wallet',
  'deposit',
  'order',
  'withdrawal',
  'admin',
  'period',
  'suspense',
]);
export type AuditSubjectKind = z.infer<typeof AuditSubjectKind>;
const ActorKind = z.enum(['customer', 'administrator', 'api-key', 'finance', 'system']);

/** Who did something. */
export const AuditActor = z
  .object({ kind: ActorKind, id: z.string(), name: z.string().nullable() })
  .meta({ id: 'AuditActor' });

export const AuditEntry = z
  .object({
    event_id: Uuid,
    /** Place in the whole log. */
    position: z.string(),
    subject: z.object({ kind: AuditSubjectKind, id: Uuid }),
    /** Place in the subject's own stream. */
    revision: z.string(),
    type: z.string(),
    /** One sentence in plain words. */
    summary: z.string(),
    occurred_at: Timestamp,
    actor: AuditActor,
    correlation_id: z.string(),
    causation_id: z.string(),
    command_id: z.string(),
    hash: z.string(),
    /** The event's data; encrypted notes stay closed here. */
    data: z.record(z.string(), z.unknown()),
    /** Lines that sum to zero, where money moved. */
    postings: z.array(z.object({ account: z.string(), amount: Money })),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A page of the trail counts so many events at most, and none stands behind them: a total of it says that there may be more. */
export const MAX_AUDIT_TOTAL = 10_000;

export const AuditPage = pageOf(AuditEntry);
export type AuditPage = z.infer<typeof AuditPage>;

/** What has a trail: the ledger's objects, and what administrators keep outside of it. */
const AuditTrailKind = z.enum([
  ...AuditSubjectKind.options,
  'brand',
  'carousel',
  'product',
  'ticket',
  'document',
  'transactions',
]);

/** Brands and carousel images are numbered, all else has a UUID. */
export const AuditParams = z.object({ kind: AuditTrailKind, id: z.string().regex(/^[0-9a-zA-Z,-]{1,64}$/) });

export const AuditSearchQuery = withDaysInOrder(
  PageQuery.extend({
    actor_id: z.string().max(64).optional(),
    actor_kind: ActorKind.optional(),
    subject_kind: AuditSubjectKind.optional(),
    type: z.string().max(100).optional(),
    correlation_id: z.string().max(100).optional(),
    start_date: DateOnly.optional(),
    end_date: DateOnly.optional(),
  }),
);
