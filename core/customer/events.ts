import { z } from 'zod';
import { type EventOf, SealedText } from '#core/kernel/event.ts';
import { MAX_DISCOUNT_BASIS_POINTS } from './limits.ts';

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
  CustomerDocumentAdded: z.object({ documentId: z.uuid(), sha256: z.string() }),
  CustomerDocumentRemoved: z.object({ documentId: z.uuid() }),
  CustomerBankingDetailsSaved: z.object({}),
  CustomerApprovalRequested: z.object({}),
  CustomerApproved: z.object({ note: SealedText.nullable() }),
  CustomerApprovalRevoked: z.object({ note: SealedText.nullable() }),
  /** A discount on one product in basis points (1 % = 100); 0 removes it. */
  CustomerDiscountSet: z.object({
    productId: z.string(),
    basisPoints: z.number().int().min(0).max(MAX_DISCOUNT_BASIS_POINTS),
  }),
  CustomerErased: z.object({}),
} as const;
export type CustomerEvent = EventOf<typeof customerEvents>;
