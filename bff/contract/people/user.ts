import { z } from 'zod';
import { dataOf, named, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { Wallet } from '#bff/contract/money/wallet.ts';
import { MoneyMailChoice, MoneyMailChoices } from './money-mails.ts';

export const CurrentUser = named('CurrentUser', {
  id: Uuid,
  email: z.string(),
  /** A new address, while it waits to be verified. */
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

const CurrentUserAnswer = dataOf(CurrentUser);

const DeliveryChoiceBody = z.object({ in_part: z.boolean() });

const signedIn = routesFor({ auth: 'customer-any-state', tag: 'Account' });

export const userRoutes = {
  getUser: signedIn.get('/user', 'The signed-in customer.', CurrentUserAnswer, { ability: 'user:read' }),
  chooseUserDelivery: signedIn.put(
    '/user/delivery',
    'Choose whether orders are delivered in part, unless a checkout says otherwise.',
    CurrentUserAnswer,
    { body: DeliveryChoiceBody },
  ),
  getUserMails: signedIn.get('/user/mails', 'Which mails about money are sent.', MoneyMailChoices),
  chooseUserMail: signedIn.put(
    '/user/mails',
    'Switch a kind of mail about money on or off; those of security are always sent.',
    MoneyMailChoices,
    { body: MoneyMailChoice },
  ),
};
