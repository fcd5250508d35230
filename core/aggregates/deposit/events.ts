import { z } from 'zod';
import { BankLineId, type EventOf, SealedText, ValueDate } from '#core/kernel/log/event.ts';
import { MoneySchema, PositiveMoneySchema } from '#core/kernel/money/money.ts';

/** The account that the deposit's paper asks to pay into, by its id in a version of the settings. */
const PayInto = z.object({ settingsVersion: z.int().min(1), accountId: z.string().regex(/^[0-9a-z-]{1,40}$/) });
export type PayInto = z.infer<typeof PayInto>;

/** A customer's request to top up a wallet by bank transfer. Stream: `deposit-<uuid>`. */
export const depositEvents = {
  DepositRequested: z.object({
    depositId: z.uuid(),
    /** Its number for people, e.g. DEP-000123; unique, searchable, used on the transfer. */
    number: z.string().min(1).max(40),
    customerId: z.uuid(),
    walletId: z.uuid(),
    amount: PositiveMoneySchema,
    note: SealedText.nullable(),
    payInto: PayInto.optional(),
  }),
  DepositProofUploaded: z.object({ fileId: z.uuid(), sha256: z.string(), contentType: z.string() }),
  DepositApprovalProposed: z.object({
    approvedAmount: PositiveMoneySchema,
    fee: MoneySchema,
    note: SealedText.nullable(),
    /** The administrator's id. */
    by: z.string().min(1).max(64),
    valueDate: ValueDate.optional(),
    bankLineId: BankLineId.optional(),
  }),
  DepositApproved: z.object({
    depositId: z.uuid(),
    number: z.string(),
    customerId: z.uuid(),
    walletId: z.uuid(),
    approvedAmount: PositiveMoneySchema,
    /** Charged to the wallet as a debit of its own; zero by default. */
    fee: MoneySchema,
    note: SealedText.nullable(),
    firstApprovedBy: z.string().min(1).max(64).optional(),
    valueDate: ValueDate.optional(),
    bankLineId: BankLineId.optional(),
  }),
  DepositRejected: z.object({ note: SealedText }),
  DepositDeleted: z.object({}),
} as const;
export type DepositEvent = EventOf<typeof depositEvents>;
