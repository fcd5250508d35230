import { z } from 'zod';
import { named, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { Wallet } from '#bff/contract/base/wallet.ts';

export const CurrentUser = named('CurrentUser', {
  id: Uuid,
  email: z.string(),
  pending_email: z.string().nullable(),
  name: z.string(),
  email_verified_at: Timestamp.nullable(),
  is_company_detail_complete: z.boolean(),
  /** True once the documents step was finished: the account waits for its review, or had it. */
  is_approval_requested: z.boolean(),
  is_approved: z.boolean(),
  /** An approval was taken back, and none was requested since. */
  is_approval_revoked: z.boolean(),
  /** A changed company waits for approval: payouts wait, everything else continues. */
  is_company_reviewed_again: z.boolean(),
  /** Sum of the wallets' credit limits in USD, e.g. '1500.00'. */
  credit: z.string(),
  wallets: z.array(Wallet),
  bankingDetails: z.object({ id: Uuid }).nullable(),
  /** The standing choice of delivery in part; null where the store delivers only whole orders. */
  delivery: z
    .object({
      in_part: z.boolean(),
      /** Null where no choice was made. */
      chosen_at: Timestamp.nullable(),
    })
    .nullable(),
  created_at: Timestamp,
});
export type CurrentUser = z.infer<typeof CurrentUser>;
