import { z } from 'zod';
import { dataOf, Money, named, PageQuery, pageOf, savedOf, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { lineField } from '#bff/contract/base/form-fields.ts';
import { MAX_TRANSFERS } from '#bff/contract/base/office-lists.ts';
import { routesFor } from '#bff/contract/base/route.ts';

export const PayoutBatch = named('PayoutBatch', {
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
  /** From then on it is not given out. What was completed by then stays of it; what was not may go into another one. */
  withdrawn_at: Timestamp.nullable(),
  withdrawn_by: z.string().nullable(),
});
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

const route = routesFor({ auth: 'administrator', permission: 'withdrawals:decide', tag: 'Admin: withdrawals' });

export const adminPayoutRoutes = {
  listPayoutBatches: route.get(
    '/admin/payout-batches',
    'Files of transfers for the bank, the newest first.',
    pageOf(PayoutBatch),
    { permission: 'withdrawals:read', query: PageQuery.extend({ file: Uuid.optional() }) },
  ),
  createPayoutBatch: route.post(
    '/admin/payout-batches',
    'Put approved withdrawals of one currency into a file for the bank (pain.001.001.09).',
    savedOf(PayoutBatch),
    {
      expects: { nothing: 'it names each withdrawal, and none can change its amount or account' },
      body: CreatePayoutBatchBody,
      status: 201,
    },
  ),
  createReturnsBatch: route.post(
    '/admin/payout-batches/returns',
    'Put lines in suspense of one currency into a file that returns them to their senders.',
    savedOf(PayoutBatch),
    {
      expects: { nothing: 'it names each line, and none can change its amount or sender' },
      permission: 'bank:return',
      step_up: true,
      body: CreateReturnsBody,
      status: 201,
    },
  ),
  confirmPayoutBatch: route.post(
    '/admin/payout-batches/:id/confirm',
    'Confirm a file as its second administrator: its sum is more than one decides alone.',
    savedOf(PayoutBatch),
    { permission: 'payouts:files', step_up: true, expects: { nothing: 'a file does not change' } },
  ),
  downloadPayoutBatch: route.file('/admin/payout-batches/:id/file', 'The file, as it was made.', 'application/xml', {
    permission: 'payouts:files',
  }),
  withdrawPayoutBatch: route.post(
    '/admin/payout-batches/:id/withdraw',
    'The bank was not given the file, or has refused what is not paid: that may go into another one, or be rejected. After it was fetched, two administrators withdraw it, with a statement of the bank of a later day.',
    dataOf(PayoutBatch),
    { expects: { nothing: 'a file does not change' }, permission: 'payouts:files' },
  ),
};
