import { z } from 'zod';
import { dataOf } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { CurrentUser } from '#bff/contract/identity/current-user.ts';
import { MoneyMailChoice, MoneyMailChoices } from './money-mails.ts';

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
