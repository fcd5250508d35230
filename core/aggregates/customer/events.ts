import { z } from 'zod';
import { type EventOf, SealedText } from '#core/kernel/log/event.ts';
import { MAX_DISCOUNT_BASIS_POINTS } from './limits.ts';

/** An administrator's id. */
const administrator = z.string().min(1).max(64);
/** A discount on one product, in basis points: 1 % = 100. */
const discount = {
  productId: z.string(),
  basisPoints: z.number().int().min(0).max(MAX_DISCOUNT_BASIS_POINTS),
};

/** The facts of an account's life, without any personal data: those stay in Postgres. Stream: `customer-<uuid>`. */
export const customerEvents = {
  CustomerRegistered: z.object({ customerId: z.uuid() }),
  CustomerEmailVerified: z.object({}),
  CustomerEmailChanged: z.object({}),
  CustomerPasswordChanged: z.object({}),
  CustomerMfaEnabled: z.object({ factorId: z.uuid() }),
  CustomerMfaDisabled: z.object({ factorId: z.uuid() }),
  CustomerApiKeyIssued: z.object({ keyId: z.uuid(), abilities: z.array(z.string()).max(20) }),
  CustomerApiKeyRevoked: z.object({ keyId: z.uuid() }),
  CustomerCompanyDetailsSaved: z.object({ isComplete: z.boolean() }),
  /** An approved company changed its identity: it waits to be approved again, and payouts wait with it. */
  CustomerIdentityChanged: z.object({}),
  CustomerDocumentAdded: z.object({ documentId: z.uuid(), sha256: z.string() }),
  CustomerDocumentRemoved: z.object({ documentId: z.uuid() }),
  CustomerBankingDetailsSaved: z.object({}),
  CustomerApprovalRequested: z.object({}),
  CustomerApproved: z.object({ note: SealedText.nullable() }),
  CustomerApprovalRevoked: z.object({ note: SealedText.nullable() }),
  CustomerDiscountProposed: z.object({ ...discount, by: administrator }),
  CustomerDiscountRejected: z.object(discount),
  /** 0 removes it. */
  CustomerDiscountSet: z.object({ ...discount, firstApprovedBy: administrator.optional() }),
  CustomerErased: z.object({}),
} as const;
export type CustomerEvent = EventOf<typeof customerEvents>;
