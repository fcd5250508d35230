import { z } from 'zod';
import type { EventOf } from '#core/kernel/event.ts';

/** What an administrator did outside the ledger's own streams. Stream: `admin-<uuid>`. */
const ADMIN_ACTIONS = [
  'signed-in',
  'signed-out',
  'brand-created',
  'brand-updated',
  'brand-deleted',
  'carousel-created',
  'carousel-updated',
  'carousel-deleted',
  'product-created',
  'product-updated',
  'stock-added',
  'fulfilment-requested',
  'proof-viewed',
  'document-viewed',
  'banking-revealed',
  'second-factor-reset-asked',
  'second-factor-reset-taken-back',
  'second-factor-reset-stopped',
  'second-factor-reset-done',
  'ticket-answered',
  'export-made',
  'statement-imported',
  'statement-lines-answered',
  'payouts-exported',
  'payouts-fetched',
  'payouts-withdrawn',
  'credit-reminder-sent',
  'credit-reminders-paused',
  'credit-reminders-resumed',
  'rates-recorded',
  'rates-imported',
  'personal-data-confirmed',
  'personal-data-refused',
  'kept-invoice-viewed',
  'administrator-created',
  'administrator-reset',
  'administrator-roles-set',
  'administrator-sessions-ended',
  'administrator-disabled',
  'administrator-enabled',
  'password-chosen',
  'password-changed',
  'second-factor-enabled',
  'second-factor-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'session-ended',
  'other-sessions-ended',
] as const;

export const adminEvents = {
  AdministratorActed: z.object({
    action: z.enum(ADMIN_ACTIONS),
    subject: z.object({ kind: z.string().max(40), id: z.string().max(64) }),
    /** Short facts without personal data, e.g. {added: "50"}. */
    facts: z.record(z.string(), z.string().max(200)),
  }),
} as const;
export type AdminEvent = EventOf<typeof adminEvents>;
export type AdminAction = (typeof ADMIN_ACTIONS)[number];
