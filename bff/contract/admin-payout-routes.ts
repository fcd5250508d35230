import { z } from 'zod';
import { dataOf, Money, PageQuery, pageOf, savedOf, Timestamp, Uuid } from './common.ts';
import { lineField } from './form-fields.ts';
import { defineRoutes } from './route.ts';

/** Limit of one file. */
export const MAX_TRANSFERS = 100;

const PayoutBatch = z
  .object({
    id: Uuid,
    /** 'PAY-000012': the file's message id begins with it. */
    reference: z.string(),
    /** `returns`: money in suspense goes back to its senders. */
    kind: z.enum(['withdrawals', 'returns']),
    sum: Money,
    transfers: z.int(),
    /** How many of them are completed or returned. */
    completed: z.int(),
    created_at: Timestamp,
    created_by: z.string(),
    /** Its sum is more than one administrator decides alone: it is given out once a second one has confirmed it. */
    awaits_second: z.boolean(),
    confirmed_by: z.string().nullable(),
    /** When it was last fetched: the bank may have it. */
    fetched_at: Timestamp.nullable(),
    /** Who asked first to withdraw a file that was fetched; a second administrator withdraws it. */
    withdraw_first_by: z.string().nullable(),
    withdrawn_at: Timestamp.nullable(),
    withdrawn_by: z.string().nullable(),
  })
  .meta({ id: 'PayoutBatch' });
export type PayoutBatch = z.infer<typeof PayoutBatch>;

const CreatePayoutBatchBody = z.object({
  withdrawal_ids: z
    .array(Uuid)
    .min(1, 'Choose one withdrawal at least')
    .max(MAX_TRANSFERS, `At most ${MAX_TRANSFERS} fit into one file`),
});

const CreateReturnsBody = z.object({
  line_ids: z
    .array(lineField())
    .min(1, 'Choose one line at least')
    .max(MAX_TRANSFERS, `At most ${MAX_TRANSFERS} fit into one file`),
});

const route = { auth: 'administrator', permission: 'withdrawals:decide', tag: 'Admin: withdrawals' } as const;

export const adminPayoutRoutes = defineRoutes(route, {
  list: {
    call: 'GET /admin/payout-batches',
    permission: 'withdrawals:read',
    operation: 'listPayoutBatches',
    query: PageQuery.extend({ file: Uuid.optional() }),
    response: pageOf(PayoutBatch),
    summary: 'Files of transfers for the bank, the newest first.',
  },
  create: {
    call: 'POST /admin/payout-batches',
    expects: { nothing: 'it names each withdrawal, and none can change its amount or account' },
    operation: 'createPayoutBatch',
    body: CreatePayoutBatchBody,
    response: savedOf(PayoutBatch),
    status: 201,
    idempotent: true,
    summary: 'Put approved withdrawals of one currency into a file for the bank (pain.001.001.09).',
  },
  createReturns: {
    call: 'POST /admin/payout-batches/returns',
    expects: { nothing: 'it names each line, and none can change its amount or sender' },
    permission: 'bank:return',
    step_up: true,
    operation: 'createReturnsBatch',
    body: CreateReturnsBody,
    response: savedOf(PayoutBatch),
    status: 201,
    idempotent: true,
    summary: 'Put lines in suspense of one currency into a file that returns them to their senders.',
  },
  confirm: {
    call: 'POST /admin/payout-batches/:id/confirm',
    permission: 'payouts:files',
    step_up: true,
    operation: 'confirmPayoutBatch',
    expects: { nothing: 'a file does not change' },
    response: savedOf(PayoutBatch),
    idempotent: true,
    summary: 'Confirm a file as its second administrator: its sum is more than one decides alone.',
  },
  file: {
    call: 'GET /admin/payout-batches/:id/file',
    permission: 'payouts:files',
    operation: 'downloadPayoutBatch',
    file: 'application/xml',
    summary: 'The file, as it was made.',
  },
  withdraw: {
    call: 'POST /admin/payout-batches/:id/withdraw',
    expects: { nothing: 'a file does not change' },
    permission: 'payouts:files',
    operation: 'withdrawPayoutBatch',
    response: dataOf(PayoutBatch),
    idempotent: true,
    summary:
      'The bank was not given the file: its withdrawals may go into another one. After it was fetched, two administrators withdraw it, with a statement of the bank of a later day.',
  },
});
