import { z } from 'zod';
import { DateOnly, dataOf, Money, named, PageQuery, pageOf, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { CORRECTION_KINDS } from '#core/aggregates/correction/kinds.ts';
import { ConfirmCorrectionForm, CorrectionForm } from './correction-form.ts';

const CORRECTION_STATES = ['proposed', 'booked', 'rejected'] as const;

const Correction = named('Correction', {
  id: Uuid,
  reference: z.string(),
  kind: z.enum(CORRECTION_KINDS),
  status: z.enum(CORRECTION_STATES),
  /** As the bank shows it: negative where money left. */
  amount: Money,
  reason: z.string(),
  /** Where its paper is; null where the line of the bank is the paper. */
  paper: z.string().nullable(),
  bank_line_id: z.string().nullable(),
  /** The deposit that was taken back, or the payout that was returned. */
  document: z.object({ kind: z.enum(['deposit', 'withdrawal']), id: Uuid, reference: z.string() }).nullable(),
  value_date: DateOnly,
  proposed_at: Timestamp,
  proposed_by: z.string(),
  decided_at: Timestamp.nullable(),
  decided_by: z.string().nullable(),
  /** The caller proposed it, and takes it back where others reject it. */
  is_own: z.boolean(),
  /** The caller did not propose it, and has the permission. */
  may_confirm: z.boolean(),
});
export type Correction = z.infer<typeof Correction>;

const CorrectionSaved = z.object({ message: z.string(), data: Correction });
const route = routesFor({ auth: 'administrator', permission: 'bank:read', tag: 'Admin: bank' });

export const adminCorrectionRoutes = {
  listCorrections: route.get(
    '/admin/corrections',
    'Bookings of what the bank did and no other paper shows, the newest first.',
    pageOf(Correction),
    { query: PageQuery.extend({ status: z.enum(CORRECTION_STATES).optional() }) },
  ),
  getCorrection: route.get('/admin/corrections/:id', 'One correction.', dataOf(Correction)),
  proposeCorrection: route.post(
    '/admin/corrections',
    'Propose a booking, from a line of the bank or by hand. A second administrator confirms it. By hand, what may be the same money is confirmed.',
    CorrectionSaved,
    {
      expects: { nothing: 'it names its own amount, or takes that of a line of the bank, which does not change' },
      permission: 'bank:suspense',
      body: CorrectionForm,
      status: 201,
    },
  ),
  confirmCorrection: route.post(
    '/admin/corrections/:id/confirm',
    'Book a correction that another administrator proposed.',
    CorrectionSaved,
    {
      expects: ['expect_reference', 'expect_amount', 'expect_value_date'],
      permission: 'corrections:decide',
      step_up: true,
      body: ConfirmCorrectionForm,
    },
  ),
  rejectCorrection: route.post(
    '/admin/corrections/:id/reject',
    'Reject a correction that waits, or take back one’s own.',
    CorrectionSaved,
    { expects: { nothing: 'it books nothing' }, permission: 'corrections:reject' },
  ),
};
