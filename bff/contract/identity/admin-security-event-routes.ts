import { z } from 'zod';
import {
  DateOnly,
  dataOf,
  named,
  PageQuery,
  pageOf,
  Timestamp,
  TimeZone,
  Uuid,
  withDaysInOrder,
} from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { SECURITY_EVENT_KINDS, SEVERITIES } from './security-event-kinds.ts';

export const SecurityEvent = named('SecurityEvent', {
  id: Uuid,
  kind: z.enum(SECURITY_EVENT_KINDS),
  severity: z.enum(SEVERITIES),
  /** Between the two moments. */
  times: z.int(),
  first_at: Timestamp,
  last_at: Timestamp,
  /** The account it is about; null where there is none, or it is not known. */
  account: z
    .object({ kind: z.enum(['customer', 'administrator']), id: Uuid, name: z.string(), email: z.string() })
    .nullable(),
  /** The network address; '' where there was none. */
  address: z.string(),
  /** Route, host or other circumstance. */
  detail: z.string(),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

const MAX_TERM_LENGTH = 254;

const SecurityEventQuery = withDaysInOrder(
  PageQuery.extend({
    kind: z.enum(SECURITY_EVENT_KINDS).optional(),
    severity: z.enum(SEVERITIES).optional(),
    /** An account's id, or part of its name or e-mail. */
    account: z.string().trim().max(MAX_TERM_LENGTH).optional(),
    /** The beginning of an address. */
    address: z.string().trim().max(MAX_TERM_LENGTH).optional(),
    start_date: DateOnly.optional(),
    end_date: DateOnly.optional(),
    time_zone: TimeZone.optional(),
  }),
);
export type SecurityEventQuery = z.output<typeof SecurityEventQuery>;

const route = routesFor({ auth: 'administrator', permission: 'security:read', tag: 'Admin: security' });

export const adminSecurityEventRoutes = {
  listSecurityEvents: route.get(
    '/admin/security-events',
    'What may be an attack, newest first, filtered.',
    pageOf(SecurityEvent),
    { background: true, query: SecurityEventQuery },
  ),
  getSecurityEvent: route.get('/admin/security-events/:id', 'One of them.', dataOf(SecurityEvent)),
};
